// All of a page: files, keyboard, paper and hostile names too, which are the same on every page.
import "./shown.mjs";
import "./keep.test.mjs";
import "./access.test.mjs";
