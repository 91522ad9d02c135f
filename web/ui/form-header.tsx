import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'

/** Header of a page that is one form. */
export function FormHeader({ title, note }: { title: string; note?: ReactNode }) {
  return <PageHeader title={title} heading={<span className="text-2xl">{title}</span>} note={note} />
}
