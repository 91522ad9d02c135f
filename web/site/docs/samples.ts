import type { SampleRequest } from './sample-request.ts'

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Words of a language for a value: lists, objects, and what JSON calls true, false and null. */
interface Notation {
  key(name: string): string
  object: [open: string, close: string]
  /** An object without fields. */
  empty: string
  word(value: boolean | null): string
}

/** A JSON value as source text, one field a line. */
function toSource(value: unknown, notation: Notation): string {
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value === 'boolean') return notation.word(value)
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : notation.object
  const lines = Object.entries(value as object).map(
    ([name, part]) => `    ${isList ? '' : notation.key(name)}${indent(toSource(part, notation), '    ')},\n`,
  )
  if (lines.length === 0) return isList ? '[]' : notation.empty
  return `${open}\n${lines.join('')}${close}`
}

const javaScript: Notation = {
  key: (name) => `${/^\w+$/.test(name) ? name : quote(name)}: `,
  object: ['{', '}'],
  empty: '{}',
  word: String,
}
const php: Notation = {
  key: (name) => `${quote(name)} => `,
  object: ['[', ']'],
  empty: 'new stdClass()',
  word: String,
}
const python: Notation = {
  key: (name) => `${quote(name)}: `,
  object: ['{', '}'],
  empty: '{}',
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
}

/** For a terminal where `ADIRE_SECRET_KEY` is set. */
function toCurl({ method, url, needsKey, json, form, fileField }: SampleRequest): string {
  const lines = [`curl ${url.includes('?') ? `"${url}"` : url}`]
  if (method !== 'GET' && method !== 'POST') lines.push(`-X ${method}`)
  if (needsKey) lines.push('-H "Authorization: Bearer $ADIRE_SECRET_KEY"')
  if (json !== undefined)
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(json, null, 2).replaceAll("'", '’')}'`)
  for (const [name, value] of Object.entries(form ?? {})) lines.push(`-F "${name}=${value}"`)
  if (fileField) lines.push(`-F "${fileField}=@file.pdf"`)
  return lines.join(' \\\n  ')
}

function toJavaScript({ method, url, needsKey, json, form, fileField }: SampleRequest): string {
  const before = [
    ...(form ? ['const form = new FormData()'] : []),
    ...Object.entries(form ?? {}).map(([name, value]) => `form.set(${quote(name)}, ${quote(value)})`),
    ...(fileField ? [`form.set(${quote(fileField)}, await openAsBlob('file.pdf'), 'file.pdf')`] : []),
  ]
  const headers = [
    ...(needsKey ? [`Authorization: \`Bearer \${process.env.ADIRE_SECRET_KEY}\`,`] : []),
    ...(json === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? ['headers: {', ...headers.map((line) => `    ${line}`), '},'] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indent(toSource(json, javaScript), '    ')}),`]),
    ...(form ? ['body: form,'] : []),
  ]
  return [
    ...(fileField ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...before,
    ...(options.length === 0
      ? [`const response = await fetch(${quote(url)})`]
      : [`const response = await fetch(${quote(url)}, {`, ...options.map((line) => `    ${line}`), '})']),
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function toPhp({ method, url, needsKey, json, form, fileField }: SampleRequest): string {
  const headers = [
    ...(needsKey ? ["'Authorization: Bearer ' . getenv('ADIRE_SECRET_KEY'),"] : []),
    ...(json === undefined ? [] : ["'Content-Type: application/json',"]),
  ]
  const fields = [
    ...Object.entries(form ?? {}).map(([name, value]) => `${quote(name)} => ${quote(value)},`),
    ...(fileField ? [`${quote(fileField)} => new CURLFile('file.pdf'),`] : []),
  ]
  return [
    '<?php',
    `$request = curl_init(${quote(url)});`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length > 0
      ? ['    CURLOPT_HTTPHEADER => [', ...headers.map((line) => `        ${line}`), '    ],']
      : []),
    ...(json === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${indent(toSource(json, php), '    ')}),`]),
    ...(form ? ['    CURLOPT_POSTFIELDS => [', ...fields.map((line) => `        ${line}`), '    ],'] : []),
    ']);',
    'echo curl_exec($request);',
  ].join('\n')
}

function toPython({ method, url, needsKey, json, form, fileField }: SampleRequest): string {
  return [
    ...(needsKey ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${quote(url)},`,
    ...(needsKey ? [`    headers={'Authorization': f"Bearer {os.environ['ADIRE_SECRET_KEY']}"},`] : []),
    ...(json === undefined ? [] : [`    json=${indent(toSource(json, python), '    ')},`]),
    ...(form ? [`    data=${indent(toSource(form, python), '    ')},`] : []),
    ...(fileField ? [`    files={${quote(fileField)}: open('file.pdf', 'rb')},`] : []),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

/** Languages of the samples, with the source text of a request. */
export const sampleLanguages = [
  { id: 'curl', name: 'curl', toText: toCurl },
  { id: 'javascript', name: 'JavaScript', toText: toJavaScript },
  { id: 'php', name: 'PHP', toText: toPhp },
  { id: 'python', name: 'Python', toText: toPython },
] as const
