import { auditActions } from '@adire/contract/audit.ts'
import type { AuditEvent } from '@adire/contract/audit-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { ChangesTable } from '../../ui/changes-table.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Details of one event, with the changes field by field. */
export function AuditEventModal({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { actor, object, device, ip, at, position, hash } = event
  const details: (DetailItem | false)[] = [
    { label: 'When', value: `${formatDateTime(at)} (Lagos)` },
    { label: 'Who', value: actor.person ? `${actor.person} (${actor.name})` : actor.name },
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
      <ChangesTable before={event.before} after={event.after} />
    </Modal>
  )
}
