import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { guides, renderGuide } from './guides.ts'
import { groupAreas } from './tasks.ts'

/** Text of /llms.txt (llmstxt.org): the documentation for language models. */
export function buildLlmsText(given: SiteGiven): string {
  const { api, brand, publicUrl } = given
  const link = (path: string, title: string, about: string) => `- [${title}](${publicUrl}${path}): ${about}`
  return [
    `# ${brand.name}`,
    '> Payments in naira for businesses in Nigeria: hosted checkout, payment links, invoices, subscriptions, direct debit, refunds and payouts, with an HTTP API.',
    'Authenticate with a secret key as bearer token. Amounts are integers in kobo (NGN 1.00 is 100). Every URL contains the mode: /test or /live.',
    '## Guides',
    guides.map(({ path, title, description }) => link(`${path}.md`, title, description)).join('\n'),
    '## API',
    [
      link('/openapi.json', 'OpenAPI 3.1 document', 'every call, error and webhook event'),
      link('/docs/webhook-events', 'Webhook events', 'the payload of every event'),
      ...groupAreas(api).flatMap(({ entries }) =>
        entries.map(({ path, title, description }) => link(path, title, description)),
      ),
    ].join('\n'),
    '',
  ].join('\n\n')
}

/** A guide as Markdown, for `<path of the guide>.md`. */
export const buildGuideText = (guide: (typeof guides)[number], given: SiteGiven): string =>
  `# ${guide.title}\n\n${renderGuide(guide, given)}`
