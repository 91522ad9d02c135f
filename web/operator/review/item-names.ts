/** Names of what businesses submit, by KYC type, in the order of submission. */
export const itemNames: Readonly<Record<string, string>> = {
  BUSINESS_DETAILS: 'Business details',
  BVN: 'BVN',
  OWNER_IDENTITY: 'Identity of the owner',
  PROOF_OF_ADDRESS: 'Proof of address',
  CAC_CERTIFICATE: 'CAC certificate',
  CAC_STATUS_REPORT: 'CAC status report',
  MEMART: 'Memorandum and articles',
  DIRECTORS: 'Directors and owners',
  TAX_ID: 'Tax ID',
  BOARD_RESOLUTION: 'Board resolution',
  SCUML_CERTIFICATE: 'SCUML certificate',
  OPERATING_LICENCE: 'Operating licence',
  SETTLEMENT_ACCOUNT: 'Settlement account',
}
