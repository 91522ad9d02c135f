import { getOfficeMerchant, removeMerchantRouting, setMerchantRouting } from '@adire/contract/back-office/merchants.ts'
import { type OfficeMerchant, RoutingForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { channelNames, channels } from '@adire/contract/channels/channels.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'

type Routing = NonNullable<OfficeMerchant['routing']>
type Order = Routing['orders'][number]

const refresh = [getOfficeMerchant]
const channelOptions = [
  { value: 'all', label: 'All channels' },
  ...channels.map((channel) => ({ value: channel, label: channelNames[channel] })),
]
const describeScope = ({ channel, bankCode }: Order) =>
  [channel ? channelNames[channel] : 'All channels', bankCode && `bank ${bankCode}`].filter(Boolean).join(', ')
const listNames = (processors: Routing['processors']) => processors.map(({ name }) => name).join(', ')

/** Which processor is called first for a live business. */
export function RoutingCard({ merchant, routing }: { merchant: OfficeMerchant; routing: Routing }) {
  const [isOpen, setOpen] = useState(false)
  const denied = useDenied(setMerchantRouting)
  const remove = useChange(removeMerchantRouting, { refresh, success: 'The general order applies again' })
  return (
    <Card
      title="Processors"
      action={
        <AllowedButton tone="secondary" denied={denied} onClick={() => setOpen(true)}>
          Set first processor
        </AllowedButton>
      }
    >
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        <li className="flex flex-wrap justify-between gap-x-4 py-3">
          <span>General order</span>
          <span className="font-medium">{listNames(routing.processors)}</span>
        </li>
        {routing.orders.map((order) => (
          <li key={describeScope(order)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="min-w-0">
              <span className="block">{describeScope(order)}</span>
              <span className="block text-sm text-muted">Set by {order.setBy}</span>
            </span>
            <span className="flex flex-wrap items-center gap-3">
              <span className="font-medium">First {listNames(order.processors)}</span>
              {order.bankCode === null && (
                <AllowedButton
                  tone="secondary"
                  denied={denied}
                  busy={remove.isPending}
                  aria-label={`Remove the order of ${describeScope(order)}`}
                  onClick={() => remove.mutate({ id: merchant.id, channel: order.channel ?? 'all' })}
                >
                  Remove
                </AllowedButton>
              )}
            </span>
          </li>
        ))}
        {routing.failing.map(({ channel, processor }) => (
          <li key={`${channel} ${processor}`} className="flex flex-wrap items-center gap-2 py-3">
            <Badge tone="warn">Failing</Badge> {channelNames[channel]} at {processor}: it is called last
          </li>
        ))}
      </ul>
      {isOpen && <RoutingModal merchant={merchant} routing={routing} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type RoutingModalProps = { merchant: OfficeMerchant; routing: Routing; onClose: () => void }

function RoutingModal({ merchant, routing, onClose }: RoutingModalProps) {
  const set = useChange(setMerchantRouting, {
    refresh,
    quiet: true,
    success: 'It is called first from the next payment on',
    onDone: onClose,
  })
  const form = useSchemaForm(RoutingForm, {
    start: { channel: 'all', processor: routing.processors[0]!.id },
    submit: (order) => set.mutateAsync({ id: merchant.id, ...order }),
  })
  return (
    <FormModal
      form={form}
      title={`First processor of ${merchant.businessName}`}
      action="Set first processor"
      onClose={onClose}
    >
      <Field label="Channel" error={form.errorOf('channel')}>
        <Select {...form.field('channel')} options={channelOptions} />
      </Field>
      <Field
        label="Called first"
        error={form.errorOf('processor')}
        hint="The others follow when it does not answer. One at which the channel fails is called last."
      >
        <Select
          {...form.field('processor')}
          options={routing.processors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </FormModal>
  )
}
