/** Every name is a plan that each connection keeps. */
const most = 400

/**
 * Names for statements whose plan is the same for all values, so that PostgreSQL keeps it: one row written, or what is read,
 * changed or deleted by keys alone. Lists and searches have none: they are planned for their values each time.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  return (text) => {
    if (names.has(text)) return names.get(text)
    if (names.size >= most) return undefined
    const name = isSteady(text) ? `steady_${names.size}` : undefined
    names.set(text, name)
    return name
  }
}

const column = String.raw`(?:"\w+"\.)?"\w+"`
const byKeys = new RegExp(
  String.raw`^(?:select|update|delete)(?:(?! where ).)* where \(?${column} = \$\d+(?: and ${column} = \$\d+)*\)?(?: for update(?: skip locked)?)?(?: returning [^()]*)?$`,
  's',
)
/** Of many rows at once there is a text for each number of them. */
const oneRow = /^insert into (?!.* values .*\), \().* values /s

const isSteady = (text: string) => byKeys.test(text) || oneRow.test(text)
