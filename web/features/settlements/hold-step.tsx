import type { HoldReason, Settlement } from '@adire/contract/settlements-schemas.ts'
import { Link } from 'react-router'
import { useConfig } from '../../client/config.ts'

const linkClass = 'font-medium underline underline-offset-2'

type HoldStepProps = { reason: HoldReason | undefined; party?: Settlement['party'] }

/** Where a payout that was returned or is on hold is continued: with us, or at the bank account. Otherwise nothing. */
export function HoldStep({ reason, party = null }: HoldStepProps) {
  const help = useConfig()?.brand.helpEmail
  if (reason === 'business_blocked' || reason === 'below_minimum') return null
  if (reason !== 'provider_review') return <AccountLink party={party} />
  return (
    <a href={`mailto:${help}`} className={linkClass}>
      {help}
    </a>
  )
}

export const AccountLink = ({ party }: Pick<Settlement, 'party'>) => (
  <Link to={party ? '/split-payment?show=parties' : '/settings/bank-accounts'} className={linkClass}>
    {party ? `See the account of ${party.name}` : 'See your bank accounts'}
  </Link>
)
