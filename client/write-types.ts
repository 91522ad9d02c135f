/** JSON schema, limited to the keywords of our document. */
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

/** TypeScript type of a schema. */
export function writeType(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => writeType(choice, indent)))].join(' | ')
  if (schema.properties || schema.type === 'object') return writeObject(schema, indent)
  if (Array.isArray(schema.type))
    return schema.type.map((type) => writeType({ ...schema, type } as Schema, indent)).join(' | ')
  switch (schema.type) {
    case 'array':
      return `Array<${writeType(schema.items ?? {}, indent)}>`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
  }
  return schema.allOf?.length ? schema.allOf.map((part) => writeType(part, indent)).join(' & ') : 'unknown'
}

function writeObject({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${docComment(field.description, inner)}${inner}${quoteName(name)}${required.includes(name) ? '' : '?'}: ${writeType(field, inner)}`,
  )
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
  const rest = typeof additionalProperties === 'object' ? writeType(additionalProperties, indent) : 'unknown'
  return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${rest}>`
}

const quoteName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** Doc comment on one line; empty without text. */
export const docComment = (text: string | undefined, indent: string) =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : ''
