import { auditActions } from '@adire/contract/audit.ts'
import type { AuditEvent } from '@adire/contract/audit-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Details of one event, with the changes field by field. */
export function AuditEventModal({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { actor, object, device, ip, at, position, hash } = event
  const details: (DetailItem | false)[] = [
    { label: 'When', value: `${formatDateTime(at)} (Lagos)` },
    { label: 'Who', value: actor.name },
    object !== null && { label: 'Object', value: object },
    device !== null && { label: 'Device', value: device },
    ip !== null && { label: 'Address', value: ip },
    position !== null && {
      label: 'Entry',
      value: `${position}, linked to the entry before it (${hash?.slice(0, 12)}…)`,
    },
  ]
  return (
    <Modal
      open
      title={auditActions[event.action]}
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose} data-autofocus>
          Done
        </Button>
      }
    >
      <DetailList details={details.filter((detail) => detail !== false)} />
      <Changes event={event} />
    </Modal>
  )
}

function Changes({ event: { before, after } }: { event: AuditEvent }) {
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
            <td>{formatValue(before?.[field])}</td>
            <td>{formatValue(after?.[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Readable field name: "businessName" becomes "Business name". */
const named = (field: string) => {
  const words = field.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '\u2013'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
