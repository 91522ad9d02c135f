import {
  type WebhookEventType,
  webhookEventGroups,
  webhookEvents,
  webhookGroupName,
} from '@adire/contract/webhook-events.ts'
import { useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldNote } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type EventChoiceProps = {
  /** null: all events. */
  value: readonly WebhookEventType[] | null
  onChange: (value: WebhookEventType[] | null) => void
  error?: string | undefined
}

/** Events of an endpoint: all, or the selected ones. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const id = useId()
  const chosen = new Set(value)
  const toggle = (type: WebhookEventType) => {
    if (!chosen.delete(type)) chosen.add(type)
    onChange([...chosen])
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Events</p>
      <Segmented
        label="Events"
        size="md"
        options={[
          { value: 'all', label: 'All events' },
          { value: 'some', label: 'Selected events' },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value === null ? (
        <p className="text-sm text-muted">Includes events added in future.</p>
      ) : (
        <div className="mt-2 flex flex-col gap-4" aria-describedby={error ? `${id}-note` : undefined}>
          {Object.entries(webhookEventGroups).map(([group, types]) => (
            <fieldset key={group} className="flex flex-col gap-2.5">
              <legend className="mb-2 text-xs font-medium text-muted">{webhookGroupName(group)}</legend>
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={type}
                  hint={webhookEvents[type].text}
                  checked={chosen.has(type)}
                  onChange={() => toggle(type)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
