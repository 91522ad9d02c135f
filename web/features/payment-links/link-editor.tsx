import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Suspense } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { previewColumns } from '../../ui/columns.ts'
import type { Denied } from '../../ui/denial.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddressField } from './address-field.tsx'
import { LinkFields } from './link-fields.tsx'
import type { LinkForm } from './link-form.ts'
import { LinkOptions } from './link-options.tsx'
import { PictureField } from './picture-field.tsx'
import type { DraftPictureControl } from './use-draft-picture.ts'

const LinkPreview = lazyComponent(() => import('./link-preview.tsx').then((m) => m.LinkPreview))

type LinkEditorProps = {
  linkForm: LinkForm
  picture: DraftPictureControl
  link?: PaymentLink
  title: string
  action: string
  back: { to: string; label: string }
} & Pick<Denied, 'needs'>

/** Form on the left, preview of the payer's page on the right. */
export function LinkEditor({ linkForm, picture, link, title, action, back, needs }: LinkEditorProps) {
  const { onSubmit, busy, blocked, submitError } = linkForm
  return (
    <>
      <PageHeader title={title} back={back} />
      <div className={previewColumns}>
        <form noValidate onSubmit={onSubmit} className="flex max-w-[640px] min-w-0 flex-col gap-6">
          {submitError && <ErrorStrip message={submitError.message} />}
          {linkForm.startAgain && <KeptNote onStartAgain={linkForm.startAgain} />}
          <div className="card flex flex-col gap-5 p-5">
            <LinkFields linkForm={linkForm} withOptions link={link} />
            <AddressField linkForm={linkForm} link={link} />
            <EditedPicture linkForm={linkForm} picture={picture} />
          </div>
          <LinkOptions linkForm={linkForm} />
          <div className="flex flex-wrap justify-end gap-2">
            <LinkButton to={back.to} tone="secondary" onClick={linkForm.forget}>
              Cancel
            </LinkButton>
            <AllowedButton needs={needs} type="submit" busy={busy} disabled={blocked}>
              {action}
            </AllowedButton>
          </div>
        </form>
        <Suspense fallback={<Skeleton className="h-[640px] w-full" />}>
          <LinkPreview linkForm={linkForm} pictureUrl={picture.url} link={link} />
        </Suspense>
      </div>
    </>
  )
}

/** Picture of the page, with the text that replaces it for those who cannot see it. */
function EditedPicture({ linkForm, picture }: Pick<LinkEditorProps, 'linkForm' | 'picture'>) {
  const { field, form, errorOf } = linkForm
  const altText = form.watch('pictureAltText') || form.watch('name')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">
          Picture <span className="font-normal text-muted">(optional)</span>
        </p>
        <PictureField url={picture.url} altText={altText} onChange={picture.change} onRemove={picture.remove} />
      </div>
      {picture.url && (
        <Field
          label="What the picture shows"
          optional
          error={errorOf('pictureAltText')}
          hint="Read out to payers who cannot see the picture. Leave empty to use the name."
        >
          <Input
            {...field('pictureAltText', { setValueAs: (typed: string | null) => typed?.trim() || null })}
            maxLength={150}
            autoComplete="off"
            placeholder="A blue two-piece in adire cotton"
          />
        </Field>
      )}
    </div>
  )
}
