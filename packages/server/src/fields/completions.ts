// What browsers can fill in by themselves (HTML, autofill; WCAG 1.3.5), by the name of a field.

const completions = new Map(
  Object.entries({
    email: 'email',
    phone: 'tel',
    name: 'name',
    fullname: 'name',
    yourname: 'name',
    contactname: 'name',
    firstname: 'given-name',
    givenname: 'given-name',
    forename: 'given-name',
    lastname: 'family-name',
    familyname: 'family-name',
    surname: 'family-name',
    company: 'organization',
    organization: 'organization',
    street: 'street-address',
    address: 'street-address',
    city: 'address-level2',
    postcode: 'postal-code',
    postalcode: 'postal-code',
    zip: 'postal-code',
    country: 'country-name',
  }),
);

/** The autofill token for a field of this name: `First-Name`, `first_name` and `firstName` are the same. */
export function completionFor(name: string): string | undefined {
  return completions.get(name.toLowerCase().replace(/[-_]/g, ''));
}
