// The passwords that attackers try first, of those that are long enough. Compared in lowercase.

const list = `
1234567890 0123456789 0987654321 9876543210 12345678910 123456789a a123456789 123456789q q123456789 1234567891
12345678900 123123123123 1234512345 1122334455 1111111111 0000000000 123456123456 123456789123 987654321a
password01 password11 password12 password123 password1234 password12345 password123! password1! password2024
password2025 password2026 passw0rd123 p@ssw0rd123 p@ssword123 p@ssw0rd1234 mypassword mypassword1 passwordpassword
qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwerty123! qwertyqwerty 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv asdfghjkl123 asdfghjkl1 zxcvbnm123 qwertyuiopasdfghjklzxcvbnm
abcd123456 abc1234567 abc123abc123 abcdefghij abcdefghijk abcdefghijklmnopqrstuvwxyz a1b2c3d4e5 aa12345678 aa123456789
iloveyou12 iloveyou123 iloveyou1234 iloveyou2u iloveyouforever welcome123 welcome1234 welcome2024 welcome2025 welcome2026
letmein123 letmein1234 administrator administrator1 admin12345 admin123456 admin123123 admin1234! administrador adminadmin
adminadmin123 changeme123 changemenow changeit123 default123 test123456 testtest123 testpassword secret1234 supersecret
frontdesk1 frontdesk123 frontdeskadmin football123 baseball123 basketball superman123 sunshine123 princess123 dragon12345
monkey12345 michael123 whatever123 trustno1trustno1 correcthorsebatterystaple computer123 internet123 liverpool1 liverpool123
manchester manchester1 chocolate123 butterfly1 butterfly123 strawberry strawberry1 summer2024 summer2025 summer2026
winter2024! winter2025! winter2026! spring2026! autumn2026!
`;

const common = new Set(list.trim().split(/\s+/));

/** Whether attackers would try it first: it is listed, or it repeats one character or a short text. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return common.has(text) || /^(.{1,4})\1+$/u.test(text);
}
