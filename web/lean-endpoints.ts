import type { Plugin } from 'vite'

const declared = new Set(['get', 'post', 'create', 'put', 'del', 'upload', 'download', 'stream'])

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * Vite plugin that removes schemas from the endpoints in the browser bundle. Types are checked at build time, the server
 * validates, and each form imports the schema it needs. Only server, path and method remain, which removes zod (10 KB) and the
 * schemas from every page without a form.
 */
export const leanEndpoints = (): Plugin => ({
  name: 'lean-endpoints',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  transform: {
    filter: { id: /\/contract\/[a-z-]+\.ts$/ },
    handler(code) {
      if (!code.includes('./endpoint.ts')) return null
      const { body } = this.parse(code) as unknown as { body: Node[] }
      const cuts = body.flatMap(findSchemaArguments).sort((one, other) => other.start - one.start)
      return cuts.reduce((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, code)
    },
  },
})

/** The second and third argument of `export const name = get(path, input, output)`, also for `object.get(…)`. */
function findSchemaArguments(statement: Node): Node[] {
  const declaration = statement.declaration as { declarations?: { init?: Node | null }[] } | undefined
  return (declaration?.declarations ?? []).flatMap(({ init }) => {
    if (init?.type !== 'CallExpression') return []
    const callee = init.callee as Node
    const name = (callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name) as string
    const args = init.arguments as Node[]
    return declared.has(name) && args.length >= 3 ? args.slice(1, 3) : []
  })
}
