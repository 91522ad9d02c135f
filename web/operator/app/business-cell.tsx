type Business = { name: string; code: string }

/** Name of a business with its code below. */
export const BusinessCell = ({ business: { name, code }, note }: { business: Business; note?: string | null }) => (
  <span className="block min-w-0 py-1">
    <span className="block truncate font-medium">{name}</span>
    <span className="block truncate text-sm text-muted">{[code, note].filter(Boolean).join(' · ')}</span>
  </span>
)
