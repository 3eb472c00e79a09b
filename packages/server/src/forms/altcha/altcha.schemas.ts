// The schemas of ALTCHA in the API.

import Type from 'typebox';

const hex = (description: string, example: string) => Type.String({ description, examples: [example] });

export const ChallengeSchema = Type.Object(
  {
    parameters: Type.Object(
      {
        algorithm: Type.String({ description: 'How keys are derived', examples: ['PBKDF2/SHA-256'] }),
        nonce: hex('What the counter is appended to, in hexadecimal', '3f8c1d0a9b7e6f5c4d3e2b1a09f8e7d6'),
        salt: hex('The salt of the derivation, in hexadecimal', '0a1b2c3d4e5f60718293a4b5c6d7e8f9'),
        cost: Type.Integer({ description: 'Iterations of each derivation', examples: [5000] }),
        keyLength: Type.Integer({ description: 'Bytes of the derived key', examples: [32] }),
        keyPrefix: hex('How the derived key must start', '00'),
        expiresAt: Type.Integer({ description: 'When it expires, in seconds since 1970', examples: [1893456000] }),
      },
      { description: 'What is to be solved', additionalProperties: true },
    ),
    signature: hex('Signs the parameters for this form', '9d2f…'),
  },
  { title: 'Challenge', description: 'A challenge of ALTCHA. The widget and the libraries of ALTCHA solve it' },
);
