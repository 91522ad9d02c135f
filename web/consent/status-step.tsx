import { stoppableStatuses } from '@adire/contract/direct-debit.ts'
import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import type { MandatePage } from '@adire/contract/mandate-page-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { CheckoutIcon } from '../checkout/icons.tsx'
import { StatusDisc } from '../checkout/step.tsx'
import { useMandateTexts } from '../languages/server-texts.ts'
import type { MandateTexts } from '../languages/texts.ts'
import { formatDay } from '../ui/date.ts'
import { ConsentHeading, TextLink } from './parts.tsx'
import { TransferWaiting } from './transfer-step.tsx'

type Words = { tone: 'ok' | 'warn' | 'bad' | 'brand'; icon: 'check' | 'clock' | 'alert'; title: string; text: string }

/** Status of a mandate that needs no action by its customer. */
export function StatusStep({ page }: ConsentProps) {
  const texts = useMandateTexts()
  const { tone, icon, title, text } = wordsFor(page, texts)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StatusDisc tone={tone}>
          <CheckoutIcon name={icon} className="size-7" />
        </StatusDisc>
        <div className="mt-5">
          <ConsentHeading>{title}</ConsentHeading>
        </div>
        <p className="mt-1 text-muted">{text}</p>
        {page.reason && isOfBank(page) && (
          <p className="mt-1 text-muted wrap-anywhere">
            {texts.bankReason} <span lang="en">{page.reason}.</span>
          </p>
        )}
      </div>
      {isMoving(page) && <TransferWaiting>{texts.waitingBank}</TransferWaiting>}
      <Debits page={page} />
      {stoppableStatuses.includes(page.status) && (
        <p>
          <TextLink href="?cancel">{texts.cancelThis}</TextLink>
        </p>
      )}
    </div>
  )
}

const isOfBank = ({ status, endedBy }: MandatePage) => status === 'suspended' || endedBy === 'bank'

/** Whether the status is expected to change soon without the customer; the page polls then. */
export const isMoving = ({ status, readyToDebit, acceptedAt }: MandatePage) =>
  status === 'pending_authorization' ||
  status === 'pending_activation' ||
  (status === 'pending' && acceptedAt !== null) ||
  (status === 'active' && !readyToDebit)

function wordsFor(
  { status, reason, endedBy, readyToDebit, isForSubscription, authorizationUrl, business: { name } }: MandatePage,
  texts: MandateTexts,
): Words {
  switch (status) {
    case 'active':
      return readyToDebit
        ? {
            tone: 'ok',
            icon: 'check',
            title: texts.allSet,
            text: isForSubscription ? texts.canDebitForSubscription(name) : texts.canDebit(name),
          }
        : {
            tone: 'ok',
            icon: 'check',
            title: texts.approved,
            text: texts.firstDebit,
          }
    case 'pending_activation':
      return {
        tone: 'brand',
        icon: 'clock',
        title: authorizationUrl ? texts.thankYou : texts.arrived,
        text: texts.bankChecks,
      }
    case 'suspended':
      return {
        tone: 'warn',
        icon: 'alert',
        title: texts.pausedByBank,
        text: reason ? texts.nothingNow : `${texts.nothingNow} ${texts.askBank}`,
      }
    case 'rejected':
      return endedBy === 'bank'
        ? { tone: 'warn', icon: 'alert', title: texts.rejectedByBank, text: texts.weTold(name) }
        : { tone: 'brand', icon: 'check', title: texts.declined, text: texts.weTold(name) }
    case 'authorization_expired':
      return {
        tone: 'warn',
        icon: 'clock',
        title: texts.requestExpired,
        text: texts.askAgain(name),
      }
    case 'cancelled':
      return {
        tone: 'brand',
        icon: 'check',
        title: texts.cancelled,
        text: [endedBy && texts.cancelledBy[endedBy](name), texts.noLongerDebits(name)].filter(Boolean).join(' '),
      }
    case 'expired':
      return {
        tone: 'brand',
        icon: 'check',
        title: texts.ended,
        text: texts.nothingMore,
      }
    default:
      return {
        tone: 'brand',
        icon: 'clock',
        title: texts.thankYou,
        text: texts.bankTold,
      }
  }
}

function Debits({ page: { coming, past } }: { page: MandatePage }) {
  const texts = useMandateTexts()
  const debits = [
    ...coming.map((debit) => ({ ...debit, statusText: texts.planned })),
    // Of the cancelled debits, only those that the customer skipped are listed.
    ...past.map((debit) => ({
      ...debit,
      id: null,
      statusText: debit.status === 'cancelled' ? texts.skipped : texts.states[debit.status],
    })),
  ]
  if (debits.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-semibold">{texts.debits}</h3>
      <ul className="card divide-y divide-line">
        {debits.map(({ id, day, amountKobo, statusText }) => (
          <li key={`${day} ${statusText} ${amountKobo}`} className="flex items-center justify-between gap-4 px-4 py-3">
            <span>
              <time dateTime={day} className="block font-medium">
                {formatDay(day)}
              </time>
              <span className="text-sm text-muted">{statusText}</span>
              {id && (
                <span className="block text-sm">
                  <TextLink href={`?skip=${id}`}>
                    {texts.skip}
                    <span className="sr-only">: {formatDay(day)}</span>
                  </TextLink>
                </span>
              )}
            </span>
            <span className="figures font-medium">{formatNaira(amountKobo)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
