import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'

/** The head of a form that is a page of its own. */
export function FormHeader({ title, note }: { title: string; note?: ReactNode }) {
  return <PageHeader title={title} heading={<span className="text-2xl">{title}</span>} note={note} />
}
