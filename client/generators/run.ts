import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '../../api/config.ts'
import { openApi } from '../../api/http/openapi.ts'
import { toGeneratorInput } from './generator-input.ts'

// `npm run check-generators -- <folder> <url> <secret key>`: lints the OpenAPI document with Spectral, generates clients
// for Python, PHP and TypeScript in that folder, and pays with each of them at a running product.
//
// It needs the npm registry, and the Debian packages default-jre-headless, python3-urllib3, python3-dateutil, python3-six,
// python3-certifi, php-cli, php-curl, php-mbstring and php-guzzlehttp-guzzle. `npm test` does not run it.

/** Generator for Python and PHP: the last version whose npm package contains the program. It reads OpenAPI 3.0. */
const generator = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2'
const typescriptGenerator = ['-p', '@hey-api/openapi-ts@0.99.0', '-p', 'typescript@5.9.3', 'openapi-ts']
const linter = '@stoplight/spectral-cli@6.16.3'
const converter = '@apiture/openapi-down-convert@0.14.2'

const here = import.meta.dirname
const [target, url, key] = process.argv.slice(2)
if (!target || !url || !key?.includes('_test_')) {
  console.error('✗ Use: npm run check-generators -- <folder> <url> <secret test key>')
  process.exit(2)
}
for (const program of ['java', 'php', 'python3'])
  if (!existsSync(`/usr/bin/${program}`)) {
    console.error(`✗ /usr/bin/${program} is missing`)
    process.exit(1)
  }

const folder = resolve(target)
const inFolder = (name: string) => join(folder, name)
const npx = (...words: string[]) => execFileSync('npx', ['--yes', ...words], { cwd: folder, stdio: 'inherit' })
const environment = { ...process.env, ADIRE_URL: url, ADIRE_KEY: key, CLIENTS: folder }
const pay = (command: string, ...words: string[]) => {
  const printed = execFileSync(command, words, {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!printed.includes('NGN 2,500.00')) throw new Error(`${command} printed: ${printed}`)
  process.stdout.write(`✓ ${command}: ${printed}`)
}

mkdirSync(folder, { recursive: true })
const document = openApi(readConfig({ PUBLIC_URL: url }))
writeFileSync(inFolder('openapi.json'), JSON.stringify(document))
writeFileSync(inFolder('generator-input.json'), JSON.stringify(toGeneratorInput(document)))
// The specification requires the trailing slash of `banks/`.
writeFileSync(inFolder('.spectral.yaml'), 'extends: ["spectral:oas"]\nrules:\n  path-keys-no-trailing-slash: off\n')
npx(linter, 'lint', '--fail-severity', 'hint', 'openapi.json')
npx(converter, '--input', 'generator-input.json', '--output', 'openapi-3.0.json')
for (const language of ['python', 'php'])
  execFileSync('npx', ['--yes', generator, 'generate', '-g', language, '-i', 'openapi-3.0.json', '-o', language], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, JAVA_OPTS: '-Dlog.level=error' },
  })
npx(...typescriptGenerator, '--input', 'openapi.json', '--output', 'typescript')

pay('python3', join(here, 'pay.py'))
pay('php', join(here, 'pay.php'))
const bundle = inFolder('bundle.mjs')
execFileSync('esbuild', [
  join(here, 'pay.mjs'),
  '--bundle',
  '--format=esm',
  '--platform=node',
  `--alias:generated=${inFolder('typescript')}`,
  `--outfile=${bundle}`,
])
pay('node', bundle)
