import { messages } from '@adire/contract/messages.ts'
import {
  downloadSettlementPostings,
  downloadSettlementStatement,
  listSettlementLines,
} from '@adire/contract/settlements.ts'
import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { BookOpen, FileText } from 'lucide-react'
import type { ExportSpec } from '../../domain/export-dialog.tsx'
import { SaveButton } from '../../domain/save-button.tsx'
import { lineColumns } from './lines.tsx'

type SettlementFilesProps = { settlement: Pick<SettlementRow, 'id' | 'reference'>; isRow?: boolean }

/** Downloads the files of a settlement, on its page or in the menu of a row. */
export const SettlementFiles = ({ settlement: { id, reference }, isRow }: SettlementFilesProps) => (
  <>
    <SaveButton
      endpoint={downloadSettlementStatement}
      input={{ id }}
      name={`${reference}.pdf`}
      success="Statement downloaded"
      icon={<FileText strokeWidth={1.75} aria-hidden="true" />}
      isRow={isRow}
    >
      Statement
    </SaveButton>
    <SaveButton
      endpoint={downloadSettlementPostings}
      input={{ id }}
      name="postings.csv"
      success={messages.csvDownloadedSuccessfully}
      icon={<BookOpen strokeWidth={1.75} aria-hidden="true" />}
      isRow={isRow}
    >
      Postings
    </SaveButton>
  </>
)

/** Export of the lines of a settlement. */
export const linesToExport = (settlementId: string): ExportSpec => ({
  kind: 'settlementLines',
  counts: listSettlementLines,
  columns: lineColumns,
  input: { settlementId },
  success: messages.csvDownloadedSuccessfully,
})
