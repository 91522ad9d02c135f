import { messages } from '@adire/contract/messages.ts'
import { type ContactGiven, contactTopics, type SiteGiven } from '@adire/contract/site-page-props.ts'
import { CircleCheck, Mail, MapPin, Phone } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { contentWidth } from '../header.tsx'
import { textLink } from '../parts/page-links.tsx'
import { TextHead } from '../parts/text-head.tsx'
import type { SitePage } from '../site-page.ts'

function Contact(given: SiteGiven) {
  return (
    <>
      <TextHead
        title="Write to us."
        lead="Ask a question or report a problem. A person reads it and replies by email."
      />
      <div className={`grid gap-x-16 gap-y-12 pb-20 lg:grid-cols-[minmax(0,1fr)_320px] ${contentWidth}`}>
        {given.contact?.isSent ? <Sent /> : <Form {...(given.contact ?? empty)} />}
        <Addresses {...given} />
      </div>
    </>
  )
}

const empty: ContactGiven = { messageKey: '', typed: {}, errors: {}, isSent: false }

function Sent() {
  return (
    <div role="status" className="card self-start p-8">
      <CircleCheck className="size-8 text-ok" strokeWidth={1.75} aria-hidden="true" />
      <h2 className="mt-4 text-xl font-semibold">Message sent</h2>
      <p className="mt-1 text-md text-ink-2">Thank you. We will reply to your email address.</p>
      <a href="/Contact" className={`${buttonClass({ tone: 'secondary', size: 'md' })} mt-6`}>
        Write another
      </a>
    </div>
  )
}

/** Contact form, handled by the server with and without script: the response is a page. */
function Form({ messageKey, typed, errors, formError }: ContactGiven) {
  return (
    <form action="/Contact" method="post" noValidate data-once={messages.pleaseWait} className="flex flex-col gap-5">
      {formError && <ErrorStrip message={formError} />}
      <input type="hidden" name="messageKey" value={messageKey} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Your name" error={errors.name}>
          <Input name="name" autoComplete="name" maxLength={100} required defaultValue={typed.name} />
        </Field>
        <Field label="Email" error={errors.email}>
          <Input name="email" type="email" autoComplete="email" maxLength={254} required defaultValue={typed.email} />
        </Field>
      </div>
      <Field label="Subject" error={errors.topic}>
        <Select
          name="topic"
          defaultValue={typed.topic ?? contactTopics[0]}
          options={contactTopics.map((topic) => ({ value: topic, label: topic }))}
        />
      </Field>
      <Field
        label="Message"
        error={errors.message}
        hint="Never send a password, a card number or a PIN. We never ask for them."
      >
        <Textarea name="message" rows={7} maxLength={4000} required defaultValue={typed.message} />
      </Field>
      {/* Honeypot: only bots fill this in. */}
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button type="submit" data-label="Send message" className={`${buttonClass({ size: 'lg' })} self-start`}>
        Send message
      </button>
    </form>
  )
}

function Addresses({ brand }: SiteGiven) {
  return (
    <address className="flex flex-col gap-5 self-start text-md text-ink-2 not-italic [&_svg]:mt-1 [&_svg]:size-[18px] [&_svg]:shrink-0 [&_svg]:text-link">
      <p className="flex gap-3">
        <Mail strokeWidth={1.75} aria-hidden="true" />
        <a href={`mailto:${brand.helpEmail}`} className={`wrap-anywhere ${textLink}`}>
          {brand.helpEmail}
        </a>
      </p>
      {brand.phone && (
        <p className="flex gap-3">
          <Phone strokeWidth={1.75} aria-hidden="true" />
          <a href={`tel:${brand.phone.replace(/[^+\d]/g, '')}`} className={textLink}>
            {brand.phone}
          </a>
        </p>
      )}
      {brand.address && (
        <p className="flex gap-3">
          <MapPin strokeWidth={1.75} aria-hidden="true" />
          <span>{brand.address}</span>
        </p>
      )}
      <p className="border-t border-line pt-5">
        Many answers are quicker in the{' '}
        <a href="/faq" className={textLink}>
          FAQ
        </a>{' '}
        and the{' '}
        <a href="/help" className={textLink}>
          help pages
        </a>
        .
      </p>
    </address>
  )
}

export const contactPage: SitePage = {
  path: '/Contact',
  also: ['/contact'],
  title: 'Contact',
  description:
    'Write to a person: questions before you begin, help with your account, a payment you made, or something that does not work.',
  Page: Contact,
  structuredData: () => ({ '@type': 'ContactPage' }),
}
