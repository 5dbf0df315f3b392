// What a page shows and says: other on each page.
import "./page.test.mjs";
import "./findings.test.mjs";
import "./marked.test.mjs";
import "./remarks.test.mjs";
import "./statements.test.mjs";
