import { formatNaira } from '@adire/contract/money.ts'
import { maxAddOns, updateSubscriptionAddOns } from '@adire/contract/subscription-actions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { AddOnRow, readAddOn, type TypedAddOn, toTyped } from './add-on-row.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type AddOnsModalProps = { subscription: Subscription; onClose: () => void }

/** Adds, changes and removes the extras that are charged with each period from the next one on. */
export function AddOnsModal({ subscription, onClose }: AddOnsModalProps) {
  const { id, addOns } = subscription
  const [rows, setRows] = useState(() => (addOns.length > 0 ? addOns.map(toTyped) : [toTyped()]))
  const [isTried, setTried] = useState(false)
  const update = useChange(updateSubscriptionAddOns, {
    refresh: subscriptionEndpoints,
    success: ({ addOns: left }) => (left.length > 0 ? 'The add-ons are saved' : 'The add-ons are removed'),
    quiet: true,
    onDone: onClose,
  })
  // A row in which nothing is typed is ignored.
  const filled = rows.filter(({ name, amountKobo }) => name.trim() || amountKobo !== undefined)
  const read = filled.map(readAddOn)
  const change = (next: TypedAddOn[]) => {
    setRows(next)
    setTried(false)
    update.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const complete = read.filter((addOn) => addOn !== undefined)
    if (complete.length === read.length) update.mutate({ id, addOns: complete })
  }
  const totalKobo = read.reduce((sum, addOn) => sum + (addOn ? addOn.amountKobo * addOn.quantity : 0), 0)
  return (
    <Modal open title="Edit add-ons" onClose={onClose} onSubmit={submit} action="Save add-ons" busy={update.isPending}>
      {update.error && <ErrorStrip message={update.error.message} />}
      {rows.map((row, index) => (
        <AddOnRow
          key={row.key}
          row={row}
          number={index + 1}
          isTried={isTried && filled.includes(row)}
          onChange={(next) => change(rows.with(index, next))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button tone="secondary" onClick={() => change([...rows, toTyped()])} disabled={rows.length >= maxAddOns}>
          Add another
        </Button>
      </div>
      <p className="text-ink-2" role="status">
        {totalKobo > 0
          ? `${formatNaira(totalKobo)} is added to each charge from the next one on. `
          : 'Without add-ons, the next charge is the price of the plan. '}
        Coupons do not reduce add-ons. The customer gets an email about the new price.
      </p>
    </Modal>
  )
}
