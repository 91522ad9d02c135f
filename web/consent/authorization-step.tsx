import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { useMandateTexts } from '../languages/server-texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { ConsentHeading } from './parts.tsx'

/** Leads to the page of the processor on which the customer authorises the mandate. */
export function AuthorizationStep({ page: { authorizationUrl } }: ConsentProps) {
  const texts = useMandateTexts()
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ConsentHeading>{texts.nowConfirm}</ConsentHeading>
        <p className="mt-1 text-muted">{texts.confirmThere}</p>
      </div>
      <a href={authorizationUrl!} className={buttonClass({ size: 'lg', wide: true })}>
        {texts.continueThere}
      </a>
    </div>
  )
}
