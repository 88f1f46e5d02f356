// Page pictures as gray values, and the difference between two such pictures.

/** @typedef {{ width: number, height: number, values: number[] }} Gray */

/**
 * A PNG picture in grayscale: the luminance of each pixel from 0 to 1, row by row, with `width` pixels per row. The
 * page's browser decodes it.
 * @param {import('playwright-core').Page} page @param {Buffer} png @param {number} [width]
 * @returns {Promise<Gray>}
 */
export async function grey(page, png, width = 48) {
  // The page's policy forbids loading pictures from data URLs, so another page reads the picture.
  const reader = await page.context().newPage();
  const gray = await reader.evaluate(async ([data, columns]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const rows = Math.round((picture.height / picture.width) * Number(columns));
    const canvas = new OffscreenCanvas(Number(columns), rows);
    const drawing = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, canvas.width, rows);
    const { data: parts } = drawing.getImageData(0, 0, canvas.width, rows);
    const values = Array.from({ length: canvas.width * rows }, (_, index) => (0.299 * parts[4 * index] + 0.587 * parts[4 * index + 1] + 0.114 * parts[4 * index + 2]) / 255);
    return { width: canvas.width, height: rows, values };
  }, /** @type {const} */ ([png.toString('base64'), width]));
  await reader.close();
  return gray;
}

/** The minimum visible difference between two pixels; 1 is the difference between black and white. */
const PIXEL_SEEN = 0.12;

/** The share of pixels that differ visibly between two pictures. @param {Gray} one @param {Gray} other */
export function difference(one, other) {
  const count = Math.min(one.values.length, other.values.length);
  return one.values.slice(0, count).filter((value, index) => Math.abs(value - other.values[index]) > PIXEL_SEEN).length / count;
}

/**
 * A small picture's pixels, four bytes per pixel, and the picture as PNG.
 * @typedef {{ png: Buffer, pixels: number[] }} Small
 */

/** The width of small pictures. */
const SMALL = 160;

/** A scaled-down picture. @param {import('playwright-core').Page} page @param {Buffer} png @returns {Promise<Small>} */
export async function small(page, png) {
  const reader = await page.context().newPage();
  const found = await reader.evaluate(async ([data, width]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Number(width), Math.round((picture.height / picture.width) * Number(width))];
    const drawing = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return { address: canvas.toDataURL('image/png'), pixels: [...drawing.getImageData(0, 0, canvas.width, canvas.height).data] };
  }, /** @type {const} */ ([png.toString('base64'), SMALL]));
  await reader.close();
  return { png: Buffer.from(found.address.split(',')[1], 'base64'), pixels: found.pixels };
}

/** The minimum visible difference between two color values, out of 255. */
const COLOR_SEEN = 40;

/**
 * The share of pixels that differ in color between two small pictures; 1 if their sizes differ.
 * @param {Small} one @param {Small} other
 */
export function colorDifference(one, other) {
  if (one.pixels.length !== other.pixels.length) return 1;
  let count = 0;
  for (let at = 0; at < one.pixels.length; at += 4) {
    if ([0, 1, 2].some((part) => Math.abs(one.pixels[at + part] - other.pixels[at + part]) > COLOR_SEEN)) count += 1;
  }
  return (4 * count) / one.pixels.length;
}
