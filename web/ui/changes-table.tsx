import { formatNaira } from '@adire/contract/money.ts'

type Values = Record<string, unknown> | null

/** Changes of an audit event, field by field; nothing if there are none. */
export function ChangesTable({ before, after }: { before: Values; after: Values }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return null
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line text-muted [&>th]:py-2 [&>th]:font-medium">
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr
            key={field}
            className="border-b border-line align-top wrap-anywhere last:border-b-0 [&>*]:py-2 [&>*]:pr-3"
          >
            <th scope="row" className="font-normal text-muted">
              {named(field)}
            </th>
            <td>{formatValue(field, before?.[field])}</td>
            <td>{formatValue(field, after?.[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isAmount = (field: string) => field.endsWith('Kobo')

/** Readable field name: "businessName" becomes "Business name", "amountKobo" becomes "Amount". */
const named = (field: string) => {
  const words = field
    .replace(/Kobo$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '\u2013'
  if (typeof value === 'number' && isAmount(field)) return formatNaira(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
