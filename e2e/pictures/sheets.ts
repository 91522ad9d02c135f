import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'

export interface Picture {
  /** Name of its screen, state and theme: pictures with one group are on one sheet. */
  group: string
  width: number
  file: string
}

const style = `body { margin: 24px; width: 2352px; background: #777; font: 20px sans-serif; color: white }
  div { display: flex; gap: 24px; align-items: start; flex-wrap: wrap } figure { margin: 0 } img { display: block }`

/** A phone's picture is shown larger than a desktop's, so that the text of both can be read. */
const shownWidth = (width: number) => Math.round(width < 768 ? width * 0.8 : width * 0.55)

/** Writes one sheet for each group: the same screen in all widths. */
export async function writeSheets(browser: Browser, folder: string, pictures: Picture[]) {
  const page = await browser.newPage({ viewport: { width: 2400, height: 1200 } })
  for (const [group, members] of Map.groupBy(pictures, (picture) => picture.group)) {
    const figures = members
      .sort((a, b) => a.width - b.width)
      .map(({ file, width }) => `<figure>${width}<img src="../${file}" width="${shownWidth(width)}"></figure>`)
    const body = `<style>${style}</style><h1>${group}</h1><div>${figures.join('')}</div>`
    await writeSheet(page, join(folder, 'sheets', group), body, 'jpg')
  }
  await page.close()
}

const overviewStyle = `body { margin: 8px; width: 1544px; background: #777; font: 14px sans-serif; color: white }
  div { display: flex; gap: 8px; margin-bottom: 8px } figure { margin: 0; max-height: 620px; overflow: hidden } img { display: block }`
/** Widths and themes that differ most; together they fill a row. */
const overviewPictures = [
  { width: 320, theme: 'light', shown: 252 },
  { width: 390, theme: 'dark', shown: 290 },
  { width: 768, theme: 'dark', shown: 390 },
  { width: 1440, theme: 'light', shown: 588 },
]
const rowsOfOverview = 2

/** Writes overviews of the screens, two on each, small enough for one screen and large enough to read. */
export async function writeOverviews(browser: Browser, folder: string, pictures: Picture[]) {
  const page = await browser.newPage({ viewport: { width: 1560, height: 800 } })
  const ofScreen = Map.groupBy(pictures, ({ group }) => group.replace(/-(light|dark)$/, ''))
  const rows = [...ofScreen].map(([screen, members]) => {
    const figures = overviewPictures.flatMap(({ width, theme, shown }) => {
      const found = members.find((picture) => picture.width === width && picture.group.endsWith(theme))
      return found ? [`<figure><img src="../${found.file}" width="${shown}"></figure>`] : []
    })
    return `<b>${screen}</b><div>${figures.join('')}</div>`
  })
  for (let at = 0; at < rows.length; at += rowsOfOverview) {
    const name = `overview-${String(at / rowsOfOverview + 1).padStart(3, '0')}`
    const body = `<style>${overviewStyle}</style>${rows.slice(at, at + rowsOfOverview).join('')}`
    await writeSheet(page, join(folder, 'sheets', name), body, 'png')
  }
  await page.close()
}

async function writeSheet(page: Page, path: string, body: string, type: 'png' | 'jpg') {
  await writeFile(`${path}.html`, `<!doctype html>${body}`)
  await page.goto(`file://${path}.html`)
  const quality = type === 'jpg' ? { type: 'jpeg' as const, quality: 70 } : {}
  await page.screenshot({ path: `${path}.${type}`, fullPage: true, ...quality })
}
