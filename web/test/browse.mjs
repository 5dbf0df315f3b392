// The pages about many runs. The last file adds and changes runs.
import "./browse.compare.test.mjs";
import "./browse.many.test.mjs";
import "./browse.terminal.test.mjs";
import "./browse.test.mjs";
