import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { allPermissions } from '@adire/contract/permissions.ts'
import { files, parseImports, resolveImport } from './sources.ts'

/**
 * A change that a member may not make must not be offered as if they could. The screens are followed from the start of the dashboard
 * along their imports: on the way to each `useChange(endpoint)` there must be a file that names the permission of the endpoint, as
 * `needs={endpoint}` on the button that leads there, or with `useDenied` or `can`.
 */
const start = 'web/app/main.tsx'

/** Of a person's own account, which needs no permission, and which staff who view a dashboard do not see. */
const ofOwnAccount =
  /^web\/features\/(auth|users|onboarding)\/|^web\/(domain\/confirmation|features\/team\/invitation-page)\.tsx$/

const endpoints = allEndpoints as Record<string, Endpoint>
const sources = new Map(
  files.filter((file) => /^web\/(?!client\/)/.test(file)).map((file) => [file, readFileSync(file, 'utf8')]),
)

/** What somebody must be allowed to do: a permission, or without one the endpoint, which staff may not call. */
const needOf = (name: string) => endpoints[name]?.permission ?? name

/** What a file compares with the permissions of the user before it offers something. Not the lists of screens: they have a file of all screens. */
function listGuards(file: string, text = ''): Set<string> {
  if (file.startsWith('web/app/') && !file.startsWith('web/app/shell/')) return new Set()
  const expressions = [...text.matchAll(/\bneeds=\{([^}]*)\}|\bneeds: ([^,}\n]+)|\b(?:useDenied|can)\(([^()]*)\)/g)]
  const words = expressions.flatMap(([all]) => all.match(/[\w.]+/g) ?? [])
  return new Set(
    words.flatMap((word) => (word in endpoints ? [needOf(word)] : allPermissions.filter((one) => one === word))),
  )
}

/** Endpoints that a file changes something with. */
const listChanges = (text: string): string[] =>
  [...text.matchAll(/\b(?:useChange|useAction)\((\w+)|\bendpoint(?:=\{|: )(\w+)/g)]
    .map(([, called, given]) => called ?? given!)
    .filter((name) => endpoints[name] && endpoints[name].method !== 'GET')

const importsOf = (file: string): string[] =>
  parseImports(file).flatMap((path) => {
    const imported = resolveImport(file, path)
    return imported && sources.has(imported) ? [imported] : []
  })

/** Guards of a file, and of what it imports itself from its folder: only hooks, or also components, which may have the button. */
function guardsOf(file: string, of: 'hooks' | 'components'): Set<string> {
  const used = importsOf(file).filter((one) =>
    of === 'components' ? dirname(one) === dirname(file) : /\/use-[\w-]+\.ts$/.test(one),
  )
  return new Set([file, ...used].flatMap((one) => [...listGuards(one, sources.get(one))]))
}

/** Files that are reached from the start of the dashboard without a look at the permission, each with the file that leads there. */
function findUnguarded(need: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>([[start, undefined]])
  for (const file of found.keys()) {
    if (guardsOf(file, 'hooks').has(need)) continue
    for (const imported of importsOf(file)) if (!found.has(imported)) found.set(imported, file)
  }
  return found
}

test('every change that the dashboard offers says which permission it needs', () => {
  const changing = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const name of listChanges(text))
      changing.set(needOf(name), (changing.get(needOf(name)) ?? new Set()).add(`${file} ${name}`))
  const offered = [...changing].flatMap(([need, changes]) => {
    const unguarded = findUnguarded(need)
    return [...changes].flatMap((change) => {
      const [file, name] = change.split(' ') as [string, string]
      if (ofOwnAccount.test(file) || !unguarded.has(file) || guardsOf(file, 'components').has(need)) return []
      return [`${name} in ${file}, opened by ${unguarded.get(file)}: no needs={${name}} on the way`]
    })
  })
  assert.deepEqual(offered, [])
})
