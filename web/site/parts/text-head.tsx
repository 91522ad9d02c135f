import { contentWidth } from '../header.tsx'

/** Page header of a text page, without a picture. */
export function TextHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={`pt-14 pb-8 sm:pt-16 ${contentWidth}`}>
      <h1 className="text-3xl font-semibold sm:text-hero">{title}</h1>
      <p className="mt-4 max-w-2xl text-lg text-ink-2">{lead}</p>
    </div>
  )
}
