// The keys of the inbox.

import { Kbd, Modal, Table } from '@mantine/core';

const keys: [keys: string[], meaning: string][] = [
  [['j', 'k'], 'Next, previous submission'],
  [['Enter'], 'Open'],
  [['x'], 'Select'],
  [['s'], 'Star or remove the star'],
  [['u'], 'Mark as unread or read'],
  [['e'], 'Done, or open again'],
  [['r'], 'Reply by mail'],
  [['a'], 'Assign to yourself, or to no one'],
  [['!'], 'Move to spam, or say that it is none'],
  [['#'], 'Delete'],
  [['Esc'], 'Close the submission, or clear the selection'],
  [['?'], 'This help'],
];

export function InboxKeysHelp({ isOpen, close }: { isOpen: boolean; close(): void }) {
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {keys.map(([names, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td w={90}>
                {names.map((name) => (
                  <Kbd key={name} mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
