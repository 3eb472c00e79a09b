// How long the texts of who sells or buys can be, in characters: wherever they are entered, they fit on the invoice.

export const partyLengths = { name: 200, vatId: 20, line: 200, postalCode: 20, city: 100, region: 100 } as const;
