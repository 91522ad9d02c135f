import { inflateSync } from 'node:zlib'

/** The object syntax of ISO 32000-1, chapter 7. Content streams and images are not parsed. */
export type PdfValue = string | number | boolean | null | PdfName | PdfReference | PdfValue[] | PdfDictionary
export interface PdfName {
  name: string
}
export interface PdfReference {
  object: number
}
export interface PdfDictionary {
  entries: Map<string, PdfValue>
}

export interface PdfFile {
  objects: Map<number, PdfValue>
  /** Trailers, and the dictionaries of cross-reference streams, which replace them. */
  trailers: PdfDictionary[]
  /** Every name in every object, including keys. */
  names: Set<string>
}

const deepest = 60
/** Maximum unpacked size of all object streams of a file, in bytes. */
const unpackedBytes = 32 * 1024 * 1024

export const isName = (value: PdfValue | undefined): value is PdfName =>
  typeof value === 'object' && value !== null && 'name' in value
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'object' in value
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'entries' in value

const space = String.raw`[\0\t\n\f\r ]`
const patterns = {
  blank: new RegExp(String.raw`(?:${space}+|%[^\r\n]*)*`, 'y'),
  object: new RegExp(String.raw`(\d{1,10})${space}+\d{1,5}${space}+obj\b`, 'y'),
  reference: new RegExp(String.raw`(\d{1,10})${space}+\d{1,5}${space}+R(?![A-Za-z])`, 'y'),
  number: /[+-]?(?:\d+\.?\d*|\.\d+)/y,
  name: /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y,
  hex: /<[0-9A-Fa-f\0\t\n\f\r ]*>/y,
  word: /true\b|false\b|null\b/y,
  table: new RegExp(String.raw`xref(?:${space}+\d+)?(?:${space}+\d+|${space}+[nf]\b)*`, 'y'),
  start: new RegExp(String.raw`startxref${space}+\d+`, 'y'),
  stream: /stream(?:\r\n|\n|\r)/y,
}

/**
 * Parses every object of a file in order, and rejects bytes outside objects.
 * @throws Error if the file is not a complete PDF
 */
export function parsePdf(content: Uint8Array): PdfFile {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const file: PdfFile = { objects: new Map(), trailers: [], names: new Set() }
  const reader = openReader(bytes.toString('latin1'), file.names)
  let left = unpackedBytes
  if (!reader.take(/%PDF-[12]\.\d/y)) throw new Error('no header')
  for (reader.skip(); !reader.isAtEnd(); reader.skip()) {
    const found = reader.take(patterns.object)
    if (found) {
      const value = reader.value()
      const stream = isDictionary(value) ? reader.stream(value, bytes) : undefined
      reader.expect('endobj')
      file.objects.set(Number(found[1]), value)
      if (!stream || !isDictionary(value)) continue
      if (hasType(value, 'XRef')) file.trailers.push(value)
      if (hasType(value, 'ObjStm')) left -= readPacked(value, stream, file, left)
    } else if (reader.take(/trailer\b/y)) {
      const value = reader.value()
      if (!isDictionary(value)) throw new Error('no trailer')
      file.trailers.push(value)
    } else if (!reader.take(patterns.table) && !reader.take(patterns.start)) throw new Error('bytes of no object')
  }
  return file
}

export const hasType = ({ entries }: PdfDictionary, type: string) => {
  const value = entries.get('Type')
  return isName(value) && value.name === type
}

/** Parses the objects of an object stream; returns its unpacked size in bytes. */
function readPacked({ entries }: PdfDictionary, stream: Buffer, file: PdfFile, left: number): number {
  const filter = entries.get('Filter')
  const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter
  if (only !== undefined && !(isName(only) && only.name === 'FlateDecode')) throw new Error('an unknown filter')
  const unpacked = only === undefined ? stream : inflateSync(stream, { maxOutputLength: left })
  const first = entries.get('First')
  const count = entries.get('N')
  if (typeof first !== 'number' || typeof count !== 'number') throw new Error('no object stream')
  const text = unpacked.toString('latin1')
  const numbers = text.slice(0, first).trim().split(/\s+/)
  const reader = openReader(text.slice(first), file.names)
  for (let index = 0; index < count; index++) {
    reader.skip()
    file.objects.set(Number(numbers[2 * index]), reader.value())
  }
  return unpacked.length
}

/** Position in a text, and what moves it. */
function openScanner(text: string) {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const takeWord = (word: string) => {
    const isThere = text.startsWith(word, at)
    if (isThere) at += word.length
    return isThere
  }
  const skip = () => void take(patterns.blank)
  const expect = (word: string) => {
    skip()
    if (!takeWord(word)) throw new Error(`no ${word}`)
  }
  /** The rest of a text in parentheses, after the first of them. */
  const literal = () => {
    const from = at
    for (let open = 1; open > 0; at++) {
      if (at >= text.length) throw new Error('an open text')
      if (text[at] === '\\') at++
      else if (text[at] === '(') open++
      else if (text[at] === ')') open--
    }
    return text.slice(from, at - 1)
  }
  /** The bytes between `stream` and `endstream`, if this dictionary is followed by a stream. */
  const stream = ({ entries }: PdfDictionary, bytes: Buffer): Buffer | undefined => {
    skip()
    if (!take(patterns.stream)) return undefined
    const from = at
    const length = entries.get('Length')
    const declaredEnd = typeof length === 'number' ? from + length : undefined
    const isRight =
      declaredEnd !== undefined && /^[\0\t\n\f\r ]*endstream/.test(text.slice(declaredEnd, declaredEnd + 20))
    const to = isRight ? declaredEnd : text.indexOf('endstream', from)
    if (to < 0) throw new Error('an open stream')
    at = to
    expect('endstream')
    return bytes.subarray(from, to)
  }
  return { take, takeWord, skip, expect, literal, stream, isAtEnd: () => at >= text.length }
}

/** Reads values from a text, and adds the names in them to `names`. */
function openReader(text: string, names: Set<string>) {
  const scanner = openScanner(text)
  const { take, takeWord, skip, literal } = scanner
  const name = (raw: string) => {
    const decoded = raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    names.add(decoded)
    return decoded
  }
  const list = (end: string, depth: number) => {
    const values: PdfValue[] = []
    for (skip(); !takeWord(end); skip()) values.push(value(depth + 1))
    return values
  }
  const dictionary = (depth: number): PdfDictionary => {
    const values = list('>>', depth)
    const entries = new Map<string, PdfValue>()
    for (let index = 0; index < values.length; index += 2) {
      const key = values[index]
      if (!isName(key) || index + 1 >= values.length) throw new Error('no dictionary')
      entries.set(key.name, values[index + 1]!)
    }
    return { entries }
  }
  const value = (depth = 0): PdfValue => {
    if (depth > deepest) throw new Error('too deep')
    skip()
    if (takeWord('<<')) return dictionary(depth)
    if (takeWord('(')) return literal()
    if (takeWord('[')) return list(']', depth)
    const reference = take(patterns.reference)
    if (reference) return { object: Number(reference[1]) }
    const number = take(patterns.number)
    if (number) return Number(number[0])
    const named = take(patterns.name)
    if (named) return { name: name(named[1]!) }
    const found = take(patterns.hex) ?? take(patterns.word)
    if (!found) throw new Error('no value')
    return found[0]
  }
  return { ...scanner, value }
}
