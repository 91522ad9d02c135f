import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findOrInstallChromium } from '../../scripts/chromium.mjs'
import { type PictureKind, type State, states } from './kind.ts'
import { live } from './live.ts'
import { mails } from './mails.ts'
import { forms, merchant } from './merchant.ts'
import { newcomer } from './newcomer.ts'
import { offices } from './office.ts'
import { payer, payerWithoutScript } from './payer.ts'
import { payerSteps } from './payer-steps.ts'
import { photograph } from './photograph.ts'
import { roleKinds } from './roles.ts'
import { openSeedServer } from './seed.ts'
import { type Picture, writeOverviews, writeSheets } from './sheets.ts'
import { site } from './site.ts'
import { waiting } from './waiting.ts'

// npm run pictures -- --url http://localhost:3000: takes pictures of every screen of a running product, in each width, theme and state.
const kinds: Record<string, PictureKind> = {
  merchant,
  forms,
  newcomer,
  payer,
  'payer-without-script': payerWithoutScript,
  'payer-steps': payerSteps,
  site,
  mails,
  ...offices,
  live,
  waiting,
  ...roleKinds,
}
/** Kinds that need new businesses or staff, or read the data folder. */
const seeded = /^(payer-steps|mails|office-|waiting|newcomer)/
const list = (text: string) => text.split(',')
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    out: { type: 'string', default: 'node_modules/.cache/adire/pictures' },
    kind: { type: 'string', default: Object.keys(kinds).join() },
    data: { type: 'string', default: 'data' },
    states: { type: 'string', default: states.join() },
    widths: { type: 'string', default: '320,390,768,1024,1280,1440,1920' },
    measured: { type: 'string', default: '' },
    themes: { type: 'string', default: 'light,dark' },
    'text-size': { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    openables: { type: 'boolean', default: false },
    axe: { type: 'boolean', default: false },
  },
})

const executablePath = await findOrInstallChromium()
if (!executablePath) process.exit(1)
// The reader's own setting, which media queries follow too, not only the text.
const textSize = `--blink-settings=defaultFontSize=${Math.round((16 * Number(values['text-size'])) / 100)}`
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', textSize] })
mkdirSync(join(values.out, 'sheets'), { recursive: true })
const closeSeedServer = list(values.kind).some((kind) => seeded.test(kind))
  ? await openSeedServer(values.data)
  : undefined
const pictures: Picture[] = []
const faults = new Map<string, Set<string>>()
try {
  for (const name of list(values.kind)) await photographStates(kinds[name]!)
  await writeSheets(browser, values.out, pictures)
  await writeOverviews(browser, values.out, pictures)
} finally {
  closeSeedServer?.()
  await browser.close()
}

async function photographStates(kind: PictureKind) {
  const chosen = (list(values.states) as State[]).filter((state) => kind.states.includes(state))
  const product = await kind.open?.()
  try {
    for (const state of chosen)
      await photograph(browser, kind, {
        url: product?.url ?? values.url,
        state,
        out: values.out,
        widths: [values.widths, values.measured].filter(Boolean).flatMap(list).map(Number),
        measured: list(values.measured).map(Number),
        themes: list(values.themes) as ('light' | 'dark')[],
        only: list(values.only),
        opens: values.openables,
        checks: values.axe,
        addPicture: (picture) => pictures.push(picture),
        addFault: (where, fault) => {
          const places = faults.get(fault) ?? new Set()
          faults.set(fault, places.add(where))
        },
      })
  } finally {
    await product?.close()
  }
}

const report = [...faults].map(([fault, places]) => `${fault}\n    ${[...places].join(', ')}`).join('\n')
writeFileSync(join(values.out, 'faults.txt'), `${report}\n`)
console.log(`✓ ${pictures.length} pictures in ${values.out}, sheets in ${join(values.out, 'sheets')}`)
console.log(faults.size === 0 ? '✓ No faults were measured' : `✗ ${faults.size} faults:\n${report}`)
