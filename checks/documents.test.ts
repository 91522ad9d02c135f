import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { apiVersion } from '../api/http/api-version.ts'
import { listFiles } from './files.ts'

const tracked = listFiles()
const documents = tracked.filter((file) => /^(README|STYLE)\.md$|^(docs|bench|client)\/.*\.md$/.test(file))
const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file))

test('files and folders named in documents exist', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8')
    return [
      ...text.matchAll(
        /`((?:api|bench|checks|client|contract|deploy|docs|e2e|mutate|scripts|simulate|testing|web)\/[\w./-]+)`/g,
      ),
    ]
      .map(([, path]) => path!.replace(/\/$/, ''))
      .filter(
        (path) =>
          !/\/dist\b|^api\/v1\//.test(path) && !tracked.some((file) => file === path || file.startsWith(`${path}/`)),
      )
      .map((path) => `${document}: ${path}`)
  })
  assert.deepEqual(missing, [])
})

test('names of the code in documents exist', () => {
  const words = new Set(
    tracked
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z_]\w*/g) ?? []),
  )
  // Decision records name what existed when they were written. x and X stand for a noun: `xOf`, `lockX`.
  const missing = documents
    .filter((file) => !decisions.includes(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`([a-z]+[A-Z]\w*)`/g)]
        .map(([, name]) => name!)
        .filter((name) => !words.has(name) && !/^x[A-Z]|X([A-Z]|$)/.test(name))
        .map((name) => `${file}: ${name}`),
    )
  assert.deepEqual(missing, [])
})

test('a decision record has the number of its file and the four parts of the template', () => {
  const wrong = decisions.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const number = Number(basename(file).slice(0, 4))
    const parts = ['Status', 'Context', 'Decision', 'Consequences']
    return !text.startsWith(`# ${number}. `) || !parts.every((part) => text.includes(`**${part}.**`))
  })
  assert.deepEqual(wrong, [])
})

test('each decision record is in the list of decisions', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8')
  assert.deepEqual(
    decisions.filter((file) => !list.includes(basename(file))),
    [],
  )
})

test('the architecture lists each folder, and each feature of the API', () => {
  const document = readFileSync('docs/architecture.md', 'utf8')
  const folders = new Set(
    tracked.flatMap((file) => /^(?:api|web)\/[^/]+\/|^(?!api\/|web\/)[^/.]+\//.exec(file)?.[0] ?? []),
  )
  const features = new Set(tracked.flatMap((file) => /^api\/features\/([^/]+)\//.exec(file)?.[1] ?? []))
  assert.deepEqual(
    [...folders].filter((folder) => !document.includes(`\`${folder}\``)),
    [],
  )
  assert.deepEqual(
    [...features].filter((feature) => !new RegExp(`[|,] ${feature}[ ,]`).test(document)),
    [],
  )
})

test('the data model lists each table under its file', () => {
  const document = readFileSync('docs/data-model.md', 'utf8')
  const wrong = tracked
    .filter((file) => /^api\/.*tables\.ts$/.test(file))
    .flatMap((file) => {
      const [, part = ''] = document.split(`\`${file}\` |`)
      const [rows] = part.split('| **')
      const names = readFileSync(file, 'utf8').matchAll(/Table\(\s*'(\w+)'/g)
      return [...names].filter(([, name]) => !rows!.includes(`\`${name}\``)).map(([, name]) => `${file}: ${name}`)
    })
  assert.deepEqual(wrong, [])
})

test('the version of the API is the day of the last entry of its changelog', () => {
  const [, newest] = readFileSync('web/site/docs/guides/changelog.md', 'utf8').match(/^## (\d+ \w+ \d{4})$/m)!
  const day = new Date(`${newest} 00:00 UTC`).toISOString().slice(0, 10)
  assert.equal(apiVersion, day)
})
