interface Guide {
  title: string
  steps: readonly string[]
}

/** Help pages. Names of screens and buttons must match the dashboard. */
export const helpTopics: readonly { id: string; heading: string; guides: readonly Guide[] }[] = [
  {
    id: 'begin',
    heading: 'Begin',
    guides: [
      {
        title: 'Create an account',
        steps: [
          'Choose Register, and give the name of your business, its country, your e-mail address and a password.',
          'Open the link in the mail we send you. Nothing there? Look in the spam folder, or ask for it again on the same page.',
          'Sign in and tell us about your business. That opens the dashboard in Test Mode.',
        ],
      },
      {
        title: 'Take a test payment',
        steps: [
          'Under Payment Links choose New payment link, give it a name and create it.',
          'Choose Preview payment page. Your customers will see the same page, without the striped Test Mode bar.',
          'Pay with one of the test cards that stand on the page. Each has its own outcome.',
          'Back in the dashboard the payment is in Transactions, with its fee and what is yours.',
        ],
      },
    ],
  },
  {
    id: 'collect',
    heading: 'Collect',
    guides: [
      {
        title: 'Share a payment link',
        steps: [
          'Open the link in Payment Links. Copy link puts its address on your clipboard; WhatsApp and E-mail write the message for you.',
          'For a counter or a leaflet, download the QR code.',
          'To stop taking payments, switch Published off. Anyone who opens the link then sees that it is closed.',
        ],
      },
      {
        title: 'Ask for more than the amount',
        steps: [
          'Edit the link and open its options.',
          'Add your own fields, ask for a phone number, set a last day or a number of payments.',
          'The answers stand on each payment and in the CSV file.',
        ],
      },
    ],
  },
  {
    id: 'invoices',
    heading: 'Invoices',
    guides: [
      {
        title: 'Send an invoice',
        steps: [
          'Under Invoices begin a new one. Choose a customer or add one, then the lines, a discount, tax and a due date.',
          'The page beside the form is what the customer will see. Review it and send it.',
          'The customer pays by the button in the mail, in full or in part where you allow it. Reminders go out on the days you chose.',
          'Paid in cash? Record the payment, and the invoice is settled with a note of how.',
        ],
      },
    ],
  },
  {
    id: 'refunds',
    heading: 'Refunds and disputes',
    guides: [
      {
        title: 'Give money back',
        steps: [
          'Open the payment in Transactions and choose Refund.',
          'The remaining amount is filled in; change it for a partial refund, and give a reason.',
          'The refund goes back the way the payment came. If the bank cannot take it, we ask you for an account to send it to.',
        ],
      },
      {
        title: 'Answer a dispute',
        steps: [
          'A notice and a mail say how many hours are left. Open the dispute from there, or under Transactions.',
          'Write what happened, and add what shows it: a receipt, a delivery note, messages.',
          'Contest it, or accept it and give all or a part of the money back. Without an answer in time it counts as accepted.',
        ],
      },
    ],
  },
  {
    id: 'live',
    heading: 'Go live',
    guides: [
      {
        title: 'Have your business reviewed',
        steps: [
          'Onboarding lists what your type of business must show: details, identity numbers, papers, a bank account.',
          'Submit each; its state stands beside it. What is sent back comes with a reason and a way to mend it.',
          'Ask to go live from the mode switch. When that is approved, the switch leads to Live Mode.',
          'Links, customers and payments of Test Mode stay there. Live Mode starts empty, with its own keys.',
        ],
      },
    ],
  },
  {
    id: 'account',
    heading: 'Your account',
    guides: [
      {
        title: 'Turn on two-factor sign-in',
        steps: [
          'Open your profile in Settings, and set up two-factor with an authenticator app.',
          'Keep the recovery codes in a safe place: each works once, if the phone is lost.',
        ],
      },
      {
        title: 'A forgotten password',
        steps: [
          'On the sign-in page choose Forgot password? and type your address.',
          'The link in the mail works once and for an hour. Choosing a new password signs every device out.',
        ],
      },
      {
        title: 'Something looks wrong',
        steps: [
          'In your profile, sign out the devices you do not know, and change the password.',
          'Under Api keys, end a key that may have been seen by others; a new one takes its place.',
          'Settings also holds the audit log: who changed what, and from where.',
        ],
      },
    ],
  },
]
