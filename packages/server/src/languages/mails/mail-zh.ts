// The texts of mails in Chinese.

import type { MailTexts } from './mail-en.ts';

export const zh: MailTexts = {
  words: {
    sentBy: '由 {{site}} 发送',
    yes: '是',
    no: '否',
    amount: '金额',
    discount: '优惠',
    total: '总计',
    refunded: '退款金额',
    paid: '付款金额',
    date: '日期',
    description: '说明',
    reference: '参考编号',
    number: '发票编号',
    due: '付款期限',
    time: '时间',
    browser: '浏览器',
    address: 'IP 地址',
    created: '已创建',
    updated: '已更新',
    unchanged: '未更改',
    skipped: '已跳过',
    problems: '冲突',
  },
  test: {
    subject: '来自 {{site}} 的测试邮件',
    text: '如果您能看到这封邮件,说明 {{site}} 可以发送邮件。',
  },
  kinds: {
    notice: {
      subject: '新的提交:{{form}}',
      text: '有人提交了“{{form}}”。\n\n已付款:{{amount}}\n\n{{answers}}\n\n[打开提交内容]({{link}})\n\n您对此邮件的回复将发送给 {{email}}。',
    },
    digest: {
      subject: '新的提交:{{count}}',
      text: '自上次汇总以来的新提交:\n\n{{details}}\n\n[打开收件箱]({{link}})',
    },
    savedAnswers: {
      subject: '继续填写“{{form}}”',
      text: '您的回答已保存。\n\n[继续]({{link}})\n\n链接有效期至 {{until}}。请勿分享：它会显示您的回答。\n\n如果您没有填写此表单，请忽略此邮件。',
    },
    reply: {
      subject: '我们已收到您的消息',
      text: '谢谢。我们收到了您提交的以下内容:\n\n{{answers}}',
    },
    receipt: {
      subject: '{{site}} 的收据:{{amount}}',
      text: '谢谢。我们已收到您支付的 {{amount}}。\n\n{{details}}',
    },
    refund: {
      subject: '{{site}} 的退款:{{amount}}',
      text: '我们已从您支付的 {{paid}} 中退还 {{amount}}。款项可能需要几天才能到账。\n\n{{details}}',
    },
    refundFailed: {
      subject: '{{site}} 的退款失败',
      text: '我们此前通知您的 {{amount}} 退款未成功:您的银行或发卡机构将其退回。这笔款项我们仍会通过其他方式退还给您。\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: '一笔 {{amount}} 的退款失败',
      text: '一笔 {{amount}} 的退款未成功。款项已退回您在支付处理商的余额,付款人没有收到。请通过其他方式退还。\n\n原因:{{reason}}\n\n{{details}}\n\n[打开付款]({{link}})',
    },
    invoice: {
      subject: '{{site}} 的发票 {{number}}',
      text: '这是您金额为 {{amount}} 的发票。\n\n{{details}}\n\n[查看发票]({{link}})',
    },
    invoiceToPay: {
      subject: '{{site}} 的发票:{{amount}}',
      text: '这是您金额为 {{amount}} 的发票。\n\n{{details}}\n\n请在 {{due}} 之前付款。\n\n[立即付款]({{link}})',
    },
    paymentFailed: {
      subject: '您向 {{site}} 的付款失败',
      text: '您支付 {{amount}} 的付款未成功,没有扣款。\n\n{{reason}}\n\n{{details}}\n\n[重试]({{link}})',
    },
    paymentFailedNotice: {
      subject: '一笔 {{amount}} 的付款失败',
      text: '一笔 {{amount}} 的付款未成功。\n\n{{reason}}\n\n{{details}}\n\n[打开付款]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook 已暂停:{{url}}',
      text: '接收方 {{url}} 已连续多天没有接受任何内容,因此其 Webhook 已暂停,投递正在等待。\n\n请先修复接收方,然后恢复 Webhook。\n\n[打开 Webhook]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook 已停用:{{url}}',
      text: '接收方 {{url}} 返回了 410,表示它已不存在。其 Webhook 已停用,不会再收到投递。\n\n[打开 Webhook]({{link}})',
    },
    importFinished: {
      subject: '导入完成:{{file}}',
      text: '{{file}} 的导入已完成。\n\n{{details}}\n\n[打开报告]({{link}})',
    },
    importFailed: {
      subject: '导入失败:{{file}}',
      text: '{{file}} 的导入失败。\n\n{{reason}}\n\n[打开导入]({{link}})',
    },
    reset: {
      subject: '为 {{site}} 设置新密码',
      text: '{{name}},您好:\n\n有人请求为您在 {{site}} 的帐户设置新密码。请在此设置:\n\n[设置新密码]({{link}})\n\n此链接只能使用一次,有效期至 {{until}}。如果不是您请求的,请忽略此邮件:您的密码不会改变。',
    },
    invitation: {
      subject: '{{site}} 邀请您加入',
      text: '{{name}},您好:\n\n您现在拥有 {{site}} 的帐户。请设置密码以登录:\n\n[接受邀请]({{link}})\n\n此链接只能使用一次,有效期至 {{until}}。',
    },
    newDevice: {
      subject: '{{site}} 有新的登录',
      text: '{{name}},您好:\n\n有人使用您以前未用过的浏览器登录了您在 {{site}} 的帐户。\n\n{{details}}\n\n如果不是您本人,请设置新密码:这会注销所有其他登录。',
    },
    passwordChanged: {
      subject: '您在 {{site}} 的密码已更改',
      text: '{{name}},您好:\n\n您在 {{site}} 的帐户密码已更改:{{date}}。\n\n如果不是您本人,请在登录页面请求新密码,并联系网站所有者。',
    },
    secondFactorOff: {
      subject: '您在 {{site}} 的两步登录已关闭',
      text: '{{name}},您好:\n\n您在 {{site}} 的帐户的两步登录已关闭:{{date}}。现在只需密码即可登录。\n\n如果不是您本人,请更改密码,重新开启两步登录,并联系网站所有者。',
    },
    passkeyAdded: {
      subject: '已为 {{site}} 添加通行密钥',
      text: '{{name}},您好:\n\n您在 {{site}} 的帐户已添加通行密钥:{{date}}。使用它无需密码即可登录。\n\n如果不是您本人,请在“My account”中将其移除,更改密码,并联系网站所有者。',
    },
    passkeyRemoved: {
      subject: '{{site}} 的通行密钥已移除',
      text: '{{name}},您好:\n\n您在 {{site}} 的帐户的一个通行密钥已移除:{{date}}。它不能再用于登录。\n\n如果这不在您的预料之中,请更改密码,并联系网站所有者。',
    },
  },
};
