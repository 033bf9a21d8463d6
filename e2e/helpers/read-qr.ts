import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** The text that an independent decoder reads from an element on the screen. */
export async function readQr(element: Locator): Promise<string | undefined> {
  return readQrPng(await element.screenshot())
}

export function readQrPng(picture: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(picture)
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data
}
