// npm run notices: writes THIRD-PARTY-NOTICES.md, the runtime packages and their licences, from package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.md')

/** Licences of packages that state them only in their LICENSE file. */
const namedElsewhere = { 'png-js': 'MIT' }

const intro = `# Third-party notices

The product runs with these packages. Each keeps its own licence, whose text is in the package's folder under \`node_modules\`
once it is installed. Written by \`npm run notices\`; do not edit.
`

/**
 * Text of the notices for a parsed package-lock.json: production packages by licence. Platform-specific binaries count as part of
 * their package.
 */
export function buildNotices({ packages }) {
  const byLicence = new Map()
  for (const [path, { version, license, dev, devOptional, link, optional, os }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    if (!path.includes('node_modules/') || link || dev || devOptional || (os && !os.includes('linux'))) continue
    const licence = license ?? namedElsewhere[name]
    if (!licence && optional) continue
    if (!licence) throw new Error(`${path} names no licence: look it up and add it to scripts/notices.mjs`)
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`))
  }
  const sections = [...byLicence].sort(([one], [other]) => (one < other ? -1 : 1))
  return `${intro}${sections
    .map(
      ([licence, names]) =>
        `\n## ${licence}\n${[...names]
          .sort()
          .map((name) => `- ${name}\n`)
          .join('')}`,
    )
    .join('')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(noticesFile, buildNotices(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))))
