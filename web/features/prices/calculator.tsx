import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import { chargeFor, chargeForNet } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ChannelPrice } from '@adire/contract/prices-schemas.ts'
import { useState } from 'react'
import { byChannel } from '../../domain/prices.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Select } from '../../ui/select.tsx'

const usualKobo = 50_000_00
const bounds = `From ${formatNaira(limits.chargeMinimumKobo)} to ${formatNaira(limits.chargeMaximumKobo)}`

/** Fee of an amount at the prices of the business. */
export function PriceCalculator({ content }: { content: readonly ChannelPrice[] }) {
  const [amountKobo, setAmount] = useState<number | undefined>(usualKobo)
  const [channel, setChannel] = useState<Channel>('card')
  const [bearer, setBearer] = useState<string>('merchant')
  const isValid =
    amountKobo !== undefined && amountKobo >= limits.chargeMinimumKobo && amountKobo <= limits.chargeMaximumKobo
  const calculate = bearer === 'customer' ? chargeForNet : chargeFor
  const charge = isValid ? calculate(byChannel(content)[channel], amountKobo) : undefined
  const show = (kobo: number | undefined) => (kobo === undefined ? '–' : formatNaira(kobo))
  return (
    <div className="card flex flex-col gap-5 p-5">
      <div className="grid gap-5 sm:grid-cols-[1.4fr_1fr_1fr] lg:max-2xl:gap-3">
        <Field label="Amount" {...(!isValid && { error: `Enter an amount. ${bounds}` })}>
          <MoneyInput value={amountKobo} onChange={setAmount} />
        </Field>
        <Field label="Paid by">
          <Select
            value={channel}
            onChange={(event) => setChannel(event.target.value as Channel)}
            options={content.map(({ channel: value }) => ({ value, label: channelNames[value] }))}
          />
        </Field>
        <Field label="Fee paid by">
          <Select
            value={bearer}
            onChange={(event) => setBearer(event.target.value)}
            options={[
              { value: 'merchant', label: 'You' },
              { value: 'customer', label: 'The customer' },
            ]}
          />
        </Field>
      </div>
      <div className="-my-3" aria-live="polite">
        <DetailList
          details={[
            { label: 'The customer pays', value: show(charge?.amountKobo) },
            { label: 'Fee', value: show(charge?.feeKobo) },
            { label: 'VAT on the fee', value: show(charge?.vatKobo) },
            { label: 'You get', value: show(charge?.netKobo), strong: true },
          ]}
        />
      </div>
    </div>
  )
}
