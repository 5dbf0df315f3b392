// All of a page: files, addresses, keyboard, paper and hostile names too, which are the same on
// every page.
import "./shown.mjs";
import "./address.test.mjs";
import "./keep.test.mjs";
import "./access.test.mjs";
import "./modern.test.mjs";
