// Chunks that a page already has are not sent again. A request lists their hashes (X-Have), and the
// response holds a stub for each. Stubs are filled before the page is morphed (games/boards/page_chunks.py).

const MAX_HASHES = 400; // in a request
const STUB = /<template data-h="([\w-]{8})"><\/template>/g;

/**
 * The chunks of a page or of a part: hash → HTML as the server drew it.
 *
 * @param {ParentNode} root
 */
export function readChunks(root) {
  const elements = root.querySelectorAll("[data-h]:not(template)");
  return new Map([...elements].map((element) => [element.dataset.h ?? "", element.outerHTML]));
}

/**
 * The elements of this HTML, outside the page.
 *
 * @param {string} text
 */
export function parseHtml(text) {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content;
}

/**
 * This HTML with the chunk for each stub, or nothing where none is found.
 *
 * @param {string} text
 * @param {(hash: string) => string | undefined} find
 */
export const replaceStubs = (text, find) => text.replace(STUB, (_stub, hash) => find(hash) ?? "");

/**
 * The value of X-Have for these hashes.
 *
 * @param {string[]} hashes
 */
export const haveHeader = (hashes) => hashes.slice(0, MAX_HASHES).join(",");
