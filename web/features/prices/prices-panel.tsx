import { listPrices } from '@adire/contract/prices.ts'
import { useCall } from '../../client/api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { PriceCalculator } from './calculator.tsx'
import { LimitsSection } from './limits-section.tsx'
import { listPriceGroups, type PriceGroup, type PriceWords } from './price-groups.ts'

/** What the business pays by payment channel, what comes next, and a calculator with these prices. */
export function PricesPanel() {
  const { data, error, refetch } = useCall(listPrices, {})
  if (error) return <ErrorStrip message={error.message} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton rows={6} />
  return (
    <>
      <SettingsSection
        title="Your prices"
        note="For each successful payment; VAT of 7.5% is added to the fee. A payment has the price of the day on which it is started."
      >
        <ul className="card divide-y divide-line self-start">
          {listPriceGroups(data.content).map((group) => (
            <PriceItem key={group.channels.join()} group={group} />
          ))}
        </ul>
      </SettingsSection>
      <LimitsSection />
      <SettingsSection title="Calculator" note="Uses your current prices and rounds as payments do.">
        <PriceCalculator content={data.content} />
      </SettingsSection>
    </>
  )
}

function PriceItem({ group: { names, current, next } }: { group: PriceGroup }) {
  return (
    <li className="px-5 py-4">
      <h3 className="text-ink-2">{names}</h3>
      <p className="figures mt-0.5 text-lg font-semibold">{current.price}</p>
      <PriceDetail {...current} />
      <p className="text-muted">{current.when}</p>
      {next.length > 0 && (
        <ol aria-label="What comes next" className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-3.5">
          {next.map((words) => (
            <li key={words.when}>
              <p className="text-muted">{words.when}</p>
              <p className="figures font-semibold">{words.price}</p>
              <PriceDetail {...words} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

const PriceDetail = ({ detail, bearer }: PriceWords) =>
  (detail || bearer) && <p className="text-ink-2">{[detail, bearer].filter(Boolean).join(' ')}</p>
