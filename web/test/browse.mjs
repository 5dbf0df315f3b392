// The pages about many runs, and that of a sweep. The last file adds and changes runs.
import "./sweep.test.mjs";
import "./browse.compare.test.mjs";
import "./browse.many.test.mjs";
import "./browse.terminal.test.mjs";
import "./browse.test.mjs";
