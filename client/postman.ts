interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: { name?: string; in?: string; description?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

/** The parts of the OpenAPI document that the collection is made from. */
export interface CollectionSource {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

/** Postman collection (format 2.1) of the calls that a secret key may make, in a folder for each area. */
export function buildPostmanCollection({ info, paths }: CollectionSource) {
  const folders = new Map<string, object[]>()
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.security.some((scheme) => 'key' in scheme)) continue
      const [area = ''] = operation.tags
      folders.set(area, [...(folders.get(area) ?? []), toItem(path, method.toUpperCase(), operation)])
    }
  return {
    info: {
      name: `${info.title} ${info.version}`,
      description: 'Set the variables `baseUrl`, `mode` (test or live) and `secretKey`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{secretKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://pay.example' },
      { key: 'mode', value: 'test' },
      { key: 'secretKey', value: '' },
    ],
    item: [...folders].map(([name, item]) => ({ name, item })),
  }
}

function toItem(path: string, method: string, { summary, description, parameters = [], requestBody }: Operation) {
  const segments = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'))
  const fieldsIn = (where: string) =>
    parameters
      .filter((parameter) => parameter.in === where && parameter.name !== 'merchantId')
      .map(({ name, description: about = '' }) => ({ key: name!, value: '', description: about }))
  const query = fieldsIn('query').map((field) => ({ ...field, disabled: true }))
  const json = requestBody?.content['application/json']
  return {
    name: summary,
    request: {
      method,
      description: description ?? '',
      header: json ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: ['{{baseUrl}}', '{{mode}}', ...segments].join('/'),
        host: ['{{baseUrl}}'],
        path: ['{{mode}}', ...segments],
        ...(query.length > 0 && { query }),
        ...(fieldsIn('path').length > 0 && { variable: fieldsIn('path') }),
      },
      ...(json && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(json.example ?? {}, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  }
}
