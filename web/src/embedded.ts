// The data embedded in a page: base64 of zlib's form of JSON.
import { strFromU8, unzlibSync } from "fflate";
import { noData } from "./wording/page";

/** The data, or an error that the reader can understand. */
export function embedded<T>(): T {
  const element = document.getElementById("data");
  if (!element?.textContent) throw new Error(noData);
  // Decoded at once, not by the browser's streams: what prints or pictures a page does not wait.
  const packed = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  return JSON.parse(strFromU8(unzlibSync(packed))) as T;
}
