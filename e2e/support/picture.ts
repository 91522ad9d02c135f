import type { Page } from '@playwright/test'

/** A picture that looks different at every point, drawn by the browser. */
export async function drawPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 500 })
    const context = canvas.getContext('2d')!
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 10; y++) {
        context.fillStyle = `rgb(${x * 15} ${y * 25} 160)`
        context.fillRect(x * 50, y * 50, 50, 50)
      }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1]!, 'base64')
}
