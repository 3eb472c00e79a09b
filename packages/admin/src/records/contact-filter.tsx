// Limits a list to the records of one contact.

import { ContactPicker } from './contact-picker.tsx';

export function ContactFilter({ value, set }: { value: string; set(contactId: string): void }) {
  return (
    <ContactPicker
      aria-label="Contact"
      value={value || null}
      onChange={(id) => set(id ?? '')}
      flex="1 1 200px"
      maw={300}
      clearButtonProps={{ 'aria-label': 'Any contact' }}
    />
  );
}
