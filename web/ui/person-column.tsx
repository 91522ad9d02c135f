import type { TableColumn } from './table-column.ts'

/** Column of people, which titles the rows on a phone: the name above the email, or the email alone without a name. */
export const personColumn: TableColumn<{ name: string | null; email: string; isYou: boolean }> = {
  label: 'Name',
  phone: 'title',
  room: 16,
  cell: ({ name, email, isYou }) => (
    <span className="block min-w-0 py-1">
      <span className="flex min-w-0 gap-2">
        <span className="truncate font-medium">{name ?? email}</span>
        {isYou && <span className="shrink-0 text-muted">You</span>}
      </span>
      {name && <span className="block truncate text-sm text-muted">{email}</span>}
    </span>
  ),
  fullText: ({ name, email }) => [name, email].filter(Boolean).join(', '),
}
