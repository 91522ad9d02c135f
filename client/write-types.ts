/** JSON schema, as far as our document uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  description?: string
}

/** A schema as TypeScript writes it. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(' | ')
  if (schema.properties || schema.type === 'object') return objectOf(schema, indent)
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type } as Schema, indent)).join(' | ')
  switch (schema.type) {
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent)}>`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
  }
  return schema.allOf?.length ? schema.allOf.map((part) => typeOf(part, indent)).join(' & ') : 'unknown'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${said(field.description, inner)}${inner}${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)}`,
  )
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
  return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${rest}>`
}

const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A comment of one line, or none. */
export const said = (text: string | undefined, indent: string) =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : ''
