/** Maximum number of names: each is a plan that every connection keeps. */
const maxStatementNames = 400

/**
 * Names for statements whose plan does not depend on values, so that PostgreSQL keeps the plan: inserts of one row or two, and
 * reads, updates and deletes by key. Lists and searches get no name: they are planned for their values each time.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  return (text) => {
    if (names.has(text)) return names.get(text)
    if (names.size >= maxStatementNames) return undefined
    const name = isSteady(text) ? `steady_${names.size}` : undefined
    names.set(text, name)
    return name
  }
}

const column = String.raw`(?:"\w+"\.)?"\w+"`
const byKeys = new RegExp(
  String.raw`^(?:select|update|delete)(?:(?! where ).)* where \(?${column} = \$\d+(?: and ${column} = \$\d+)*\)?(?: for (?:update|key share)(?: of "\w+")?(?: skip locked)?)?(?: returning [^()]*)?$`,
  's',
)
/** Inserts of one row, or of two, such as each change of a payment's stats. The text of others differs with the number of rows. */
const fewRows = /^insert into (?!.* values .*\), \(.*\), \().* values /s

const isSteady = (text: string) => byKeys.test(text) || fewRows.test(text)
