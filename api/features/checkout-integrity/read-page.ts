import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { CheckoutInventory } from './inventory.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Elements that no payment page of ours has: they load other pages or programs, or change where addresses lead. */
const neverUsed = new Set(['iframe', 'frame', 'object', 'embed', 'applet', 'base', 'style'])

/**
 * Elements of a payment page that load, run or send something that is not in the inventory, as sentences. Data in JSON is not run, so
 * it may be in a script element.
 */
export function findForeignElements(inventory: CheckoutInventory, publicUrl: string, html: string): string[] {
  const origin = new URL(publicUrl).origin
  const known = new Set(
    [...inventory.scripts, ...inventory.styles, ...inventory.fonts].map(({ path }) => origin + path),
  )
  const resolve = (address: string) => (URL.canParse(address, publicUrl) ? new URL(address, publicUrl) : undefined)
  const isKnown = (address: string | undefined) => address !== undefined && known.has(resolve(address)?.href ?? '')
  const isOurs = (address: string) => resolve(address)?.origin === origin
  return listElements(parse(html)).flatMap((element) => {
    const { tagName, attrs } = element
    const attributes = new Map(attrs.map(({ name, value }) => [name, value]))
    const found = attrs.filter(({ name }) => name.startsWith('on')).map(({ name }) => `<${tagName}> has ${name}`)
    if (neverUsed.has(tagName)) found.push(`There is an element <${tagName}>`)
    if (tagName === 'meta' && attributes.has('http-equiv')) found.push('A <meta> element replaces a header')
    if (tagName === 'script' && !isData(element, attributes) && !isKnown(attributes.get('src')))
      found.push(`A script is not in the inventory: ${attributes.get('src') ?? 'inline'}`)
    if (tagName === 'link' && !isIcon(attributes) && !isKnown(attributes.get('href')))
      found.push(`A <link> is not in the inventory: ${attributes.get('href') ?? ''}`)
    for (const name of ['action', 'formaction']) {
      const target = attributes.get(name)
      if (target !== undefined && !isOurs(target)) found.push(`A form is sent to ${target}`)
    }
    return found
  })
}

const isData = ({ childNodes }: Element, attributes: ReadonlyMap<string, string>) =>
  attributes.get('type') === 'application/json' && !attributes.has('src') && childNodes.length <= 1

const isIcon = (attributes: ReadonlyMap<string, string>) =>
  attributes.get('rel') === 'icon' && attributes.get('href')?.startsWith('data:image/svg+xml,') === true

/** All elements of a document, also in templates. */
function listElements(root: Node): Element[] {
  const elements: Element[] = []
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) elements.push(node)
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...[...node.childNodes].reverse())
  }
  return elements
}
