import type { PageAssets } from '@adire/contract/hosted-page-props.ts'
import type { ConsentProps, ConsentRenderer } from '@adire/contract/mandate-page-props.ts'
import type { MandatePage } from '@adire/contract/mandate-page-schemas.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { CheckoutDocument, renderDocument } from '../checkout/document.tsx'
import { LanguageSelect } from '../checkout/language-select.tsx'
import { MailLink } from '../checkout/mail-link.tsx'
import { MerchantLogo } from '../checkout/summary.tsx'
import { TestBanner } from '../checkout/test-banner.tsx'
import { serverTexts, useMandateTexts, usePageTexts } from '../languages/server-texts.ts'
import type { MandateTexts } from '../languages/texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { formatDay } from '../ui/date.ts'
import { AuthorizationStep } from './authorization-step.tsx'
import { CancelStep, DeclineStep, SkipStep } from './confirm-step.tsx'
import { ConsentStep } from './consent-step.tsx'
import { isMoving, StatusStep } from './status-step.tsx'
import { TransferStep } from './transfer-step.tsx'

/** HTML document of a mandate page. */
export const renderConsent: ConsentRenderer['renderConsent'] = (props, assets) => {
  const { page, brand, language } = props
  const { mandate } = serverTexts[language.current]
  return renderDocument(
    <CheckoutDocument
      title={`${selectTitle(props, mandate.titles)}: ${page.business.name} | ${brand.name}`}
      about={`${mandate.heading}: ${page.business.name}`}
      assets={assets}
      language={language}
      brandColor={page.business.brandColor}
    >
      <div className="flex min-h-dvh flex-col">
        {page.mode === 'TEST' && <TestBanner />}
        <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[42%_1fr]">
          <Summary page={page} brand={brand.name} />
          <Main {...props} />
        </div>
      </div>
      <Scripts assets={assets} />
    </CheckoutDocument>,
  )
}

/** Page shown when there is no mandate; reveals nothing about any mandate. */
export const renderNothing: ConsentRenderer['renderNothing'] = ({ brand, language }, assets) => {
  const { mandate, pages } = serverTexts[language.current]
  return renderDocument(
    <CheckoutDocument
      title={`${mandate.noneTitle} | ${brand.name}`}
      about={mandate.noneHere}
      assets={assets}
      language={language}
    >
      <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-6 py-12 text-center">
        <div className="dye-tile size-16 rounded-xl" />
        <h1 className="mt-6 text-xl font-semibold">{mandate.noneHere}</h1>
        <p className="mt-3 max-w-sm text-balance text-muted">{mandate.noneText}</p>
        <p className="mt-4 max-w-sm text-muted wrap-anywhere">
          {pages.helpsAt(brand.name)} <MailLink address={brand.helpEmail} />
        </p>
        <LanguageSelect />
      </main>
    </CheckoutDocument>,
  )
}

const Scripts = ({ assets }: { assets: PageAssets }) =>
  assets.js.map((src) => <script key={src} type="module" src={src} />)

function selectTitle({ page: { status, transfer }, confirming }: ConsentProps, titles: MandateTexts['titles']): string {
  if (confirming) return titles[confirming]
  if (status === 'pending') return titles.request
  return status === 'pending_authorization' && transfer ? titles.send : titles.mandate
}

function Main(props: ConsentProps) {
  const { questions } = usePageTexts()
  const { poweredBy } = useTexts()
  const { page, brand } = props
  const contact = page.business.supportEmail ?? brand.helpEmail
  // URL that the script polls while the state can change without the customer, and the state that is shown.
  const polls = isMoving(page) && {
    'data-poll': `/${page.mode.toLowerCase()}/collections/mandates/${page.accessCode}`,
    'data-seen': `${page.status} ${page.readyToDebit}`,
  }
  return (
    <main {...polls} className="flex flex-1 flex-col bg-surface px-5 lg:px-16">
      <div className="mx-auto w-full max-w-[440px] flex-1 py-8 lg:mx-0 lg:pt-[clamp(48px,12vh,120px)]">
        <Step {...props} />
      </div>
      <footer className="mx-auto w-full max-w-[440px] border-t border-line py-5 text-sm text-muted lg:mx-0">
        <p className="wrap-anywhere">
          {questions} <MailLink address={contact} />
        </p>
        <p className="mt-1 lg:hidden">{poweredBy(brand.name)}</p>
        <LanguageSelect />
      </footer>
    </main>
  )
}

function Step(props: ConsentProps) {
  const { page, confirming } = props
  if (confirming === 'cancel') return <CancelStep {...props} />
  if (confirming === 'skip') return <SkipStep {...props} />
  if (page.status === 'pending_authorization' && page.transfer) return <TransferStep {...props} />
  if (page.status === 'pending_authorization' && page.authorizationUrl) return <AuthorizationStep {...props} />
  if (page.status !== 'pending' || page.acceptedAt !== null) return <StatusStep {...props} />
  return confirming === 'decline' ? <DeclineStep {...props} /> : <ConsentStep {...props} />
}

/** Business, amount and frequency of the debits, always visible. */
function Summary({ page, brand }: { page: MandatePage; brand: string }) {
  const texts = useMandateTexts()
  const { poweredBy } = useTexts()
  const { business, kind, limitKobo, frequency, startOn, endOn, narration, reference } = page
  const isFixed = kind === 'fixed' && frequency !== null
  return (
    <header className="dye-quiet text-white lg:flex lg:justify-end print:text-ink">
      <div className="mx-auto flex w-full max-w-[480px] flex-col px-5 py-5 lg:mx-0 lg:max-w-[432px] lg:px-12 lg:py-16">
        <div className="flex items-center gap-3">
          <MerchantLogo page={{ businessName: business.name, logoUrl: business.logoUrl }} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{business.name}</p>
            <h1 className="text-sm text-dye-3">{texts.heading}</h1>
          </div>
        </div>
        <p className="figures mt-3 text-3xl font-semibold max-[359px]:text-2xl lg:mt-10">
          <span className="text-lg font-normal tracking-normal text-dye-3">{isFixed ? 'NGN' : texts.upTo}</span>{' '}
          {formatNairaNumber(limitKobo)}
        </p>
        <p className="mt-1 text-dye-3">
          {isFixed ? texts.every[frequency] : texts.atATime}, {texts.fromDay(formatDay(startOn))}
          {endOn ? ` ${texts.untilDay(formatDay(endOn))}` : ''}
        </p>
        <dl className="mt-8 border-t border-night-line pt-5 max-lg:hidden">
          {[
            [texts.purpose, narration],
            [texts.reference, reference],
          ].map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4 py-1.5">
              <dt className="shrink-0 text-dye-3">{label}</dt>
              <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="hidden text-sm text-dye-3 lg:mt-auto lg:block lg:pt-16">{poweredBy(brand)}</p>
      </div>
    </header>
  )
}
