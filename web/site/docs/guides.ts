import { type ErrorCode, errorCodes, statusesOf } from '@adire/contract/error-codes.ts'
import { allGeneralErrorCodes } from '@adire/contract/general-error-codes.ts'
import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { webhookEvents } from '@adire/contract/webhook-events.ts'
import { type SandboxCard, sandboxAccounts, sandboxCards } from '../../checkout/sandbox-instruments.ts'
import { errorAction } from './error-actions.ts'
import changelog from './guides/changelog.md?raw'
import directDebit from './guides/direct-debit.md?raw'
import errors from './guides/errors.md?raw'
import firstPayment from './guides/first-payment.md?raw'
import goingLive from './guides/going-live.md?raw'
import inlineCheckout from './guides/inline-checkout.md?raw'
import libraries from './guides/libraries.md?raw'
import oauth from './guides/oauth.md?raw'
import savedCards from './guides/saved-cards.md?raw'
import teamAndKeys from './guides/team-and-keys.md?raw'
import testCards from './guides/test-cards.md?raw'
import webhooks from './guides/webhooks.md?raw'

export interface Guide {
  path: string
  title: string
  description: string
  /** Markdown source; `{{url}}` is replaced by the product's URL. */
  markdown: string
}

export const guides: readonly Guide[] = [
  {
    path: '/docs/first-payment',
    title: 'First payment',
    description:
      'From sign-up to a verified test payment: keys, a charge, the checkout, and what to check before you deliver.',
    markdown: firstPayment,
  },
  {
    path: '/docs/libraries',
    title: 'Libraries',
    description:
      'Clients for PHP, Python and Node, a listener for events on your own machine, and a Postman collection.',
    markdown: libraries,
  },
  {
    path: '/docs/inline-checkout',
    title: 'Inline checkout',
    description:
      'One script opens the checkout over your own page: a button to copy and paste, a form, or Adire.pay with callbacks.',
    markdown: inlineCheckout,
  },
  {
    path: '/docs/webhooks',
    title: 'Webhooks',
    description:
      'Signed events to your server: payloads, your own reference in them, signatures, retries, and the list of all events.',
    markdown: webhooks,
  },
  {
    path: '/docs/saved-cards',
    title: 'Saved cards',
    description: 'Save a card with the consent of its holder, and charge it again from your server.',
    markdown: savedCards,
  },
  {
    path: '/docs/test-cards',
    title: 'Test cards',
    description: 'The cards and accounts of Test Mode, their outcomes, and how to run a year of renewals in a minute.',
    markdown: testCards,
  },
  {
    path: '/docs/direct-debit',
    title: 'Direct debit',
    description:
      'Debit a bank account on a schedule: how to create and test a mandate, and what happens when a bank rejects it.',
    markdown: directDebit,
  },
  {
    path: '/docs/errors',
    title: 'Errors and limits',
    description:
      'Rules of every call: URLs, amounts, all error codes and what to do about them, rate limits, idempotency, lists.',
    markdown: errors,
  },
  {
    path: '/docs/oauth',
    title: 'OAuth',
    description: 'For apps in which people sign in: discovery, tokens, renewal and revocation.',
    markdown: oauth,
  },
  {
    path: '/docs/team-and-keys',
    title: 'Team, keys and approvals',
    description: 'Roles of members, keys that may do only one thing, and actions that wait for a second person.',
    markdown: teamAndKeys,
  },
  {
    path: '/docs/going-live',
    title: 'Going live',
    description: 'From Test Mode to real payments: approval, a checklist, the switch, and what to do if a key leaks.',
    markdown: goingLive,
  },
  {
    path: '/docs/changelog',
    title: 'Changelog',
    description:
      'Changes of the API that a server can notice, newest first, and what never changes: paths, fields, codes and events.',
    markdown: changelog,
  },
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const challengeText = ({ pin, phone, otp, bankPage }: SandboxCard) =>
  [
    bankPage && 'a click on the page of the bank',
    pin && `PIN \`${pin}\``,
    phone && `phone \`${phone}\``,
    otp && `code \`${otp}\``,
  ]
    .filter(Boolean)
    .join(', ') || 'no further step'

/** Example of a new mandate. From each day of the year, the first day of the next one is in the future, and within a year. */
const mandateExample = (year: number) =>
  JSON.stringify(
    {
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      bankId: 8,
      accountNumber: '0000000018',
      kind: 'variable',
      amountKobo: 500_000,
      startOn: `${year + 1}-01-01`,
      narration: 'Rent of the shop',
    },
    null,
    2,
  )

const filled: Record<string, () => string> = {
  cards: () =>
    table(
      ['What it does', 'Card', 'CVV', 'It requires'],
      sandboxCards.map((card) => [
        card.does,
        `\`${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}\``,
        `CVV \`${card.cvv}\``,
        challengeText(card),
      ]),
    ),
  accounts: () =>
    table(
      ['What it does', 'Account', 'Bank', 'It requires'],
      sandboxAccounts.map(({ does, accountNumber, bankCode, bankName, otp }) => [
        does,
        `\`${accountNumber}\``,
        `${bankName}, code \`${bankCode}\``,
        `code \`${otp}\``,
      ]),
    ),
  codes: () =>
    table(
      ['Code', 'Status', 'Meaning', 'What to do'],
      (Object.keys(errorCodes) as ErrorCode[]).map((code) => [
        `\`${code}\``,
        statusesOf(code).join(', '),
        errorCodes[code].description,
        errorAction(code),
      ]),
    ),
  generalCodes: () =>
    [...allGeneralErrorCodes]
      .sort()
      .map((code) => `[${code}](#${code})`)
      .join(', '),
  events: () =>
    table(
      ['Event', 'What happened'],
      Object.entries(webhookEvents).map(([type, { text }]) => [`[${type}](/docs/webhook-events#${type})`, text]),
    ),
}

/** Markdown of a guide with its placeholders replaced. */
export const renderGuide = ({ markdown }: Guide, { publicUrl, year }: SiteGiven) =>
  markdown.replace(/\{\{(\w+)\}\}/g, (match, name: string) =>
    name === 'url' ? publicUrl : name === 'mandate' ? mandateExample(year) : (filled[name]?.() ?? match),
  )
